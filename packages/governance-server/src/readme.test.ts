import { cpSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ERROR_CODES } from '@b10x/ports/errors'
import { describe, expect, it } from 'vitest'
import { run } from './__fixtures__/captured-io.ts'
import * as entry from './index.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')
const HONEST = fileURLToPath(new URL('../../governance-rules/src/__fixtures__/honest-project', import.meta.url))

/** Rows of the tables under a heading, cells trimmed. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const start = README.indexOf(`\n## ${heading}\n`)
  const section = README.slice(start, README.indexOf('\n## ', start + 1))
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
}

it('the lines of the example end well', async () => {
  const cwd = realpathSync(mkdtempSync(path.join(tmpdir(), 'b10x-readme-')))
  try {
    cpSync(HONEST, cwd, { recursive: true })
    const lines = (/^```sh example\n([\s\S]*?)^```$/m.exec(README)?.[1] ?? '').trim().split('\n')
    expect(lines.length).toBe(4)
    for (const line of lines) expect([line, (await run(line.split(' ').slice(1), { cwd })).status]).toEqual([line, 0])
    expect(readFileSync(path.join(cwd, 'report.sarif'), 'utf8')).toContain('"version": "2.1.0"')
  } finally {
    rmSync(cwd, { recursive: true })
  }
})

describe('the tables', () => {
  it('name what the sources throw, with exit statuses', () => {
    const sources = globSync('src/**/*.ts', { cwd: PACKAGE, exclude: ['**/*.test.ts', '**/__fixtures__/**'] })
    const thrown: readonly string[] = sources.flatMap((file) =>
      [...readFileSync(`${PACKAGE}${file}`, 'utf8').matchAll(/new GovernedError(?:<[^>]*>)?\(\s*'(\w+)'/g)].map(([, code = '']) => code)
    )
    const rows = rowsUnder('Refusals').map(([code = '', exit]) => [code.slice(1, -1), Number(exit)] as const)
    expect(rows.map(([code]) => code).toSorted()).toEqual([...new Set(thrown)].toSorted())
    for (const [code, exit] of rows) expect([code, exit]).toEqual([code, ERROR_CODES[code as keyof typeof ERROR_CODES].exit])
  })

  it('name every value that the entry module exports', () => {
    const named = rowsUnder('Ports').map(([cell = '']) => /`(\w+)/.exec(cell)?.[1] ?? '')
    expect(named.toSorted()).toEqual(Object.keys(entry).toSorted())
  })

  it.each(['check', 'probe', 'serve', 'init', 'explain', 'tier', 'skill'])('have the verb %s', (verb) => {
    expect(rowsUnder('Verbs').map(([cell = '']) => cell)).toContain(`\`${verb}\``)
  })
})
