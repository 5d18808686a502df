import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ERROR_CODES } from '@b10x/ports/errors'
import { describe, expect, it } from 'vitest'
import { editSample } from './__fixtures__/sample-deployment.ts'
import * as entry from './index.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')

/** Rows of the tables under a heading, cells trimmed. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const start = README.indexOf(`\n## ${heading}\n`)
  const section = README.slice(start, README.indexOf('\n## ', start + 1))
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
}

/** The block of the page as a program of its own, inside this package so that its names resolve. */
async function runExample(args: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  const code = /^```js example\n([\s\S]*?)^```$/m.exec(README)?.[1] ?? 'process.exit(70)'
  const child = spawn(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-', ...args], { cwd: PACKAGE, stdio: ['pipe', 'pipe', 'inherit'], timeout: 100_000 })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.end(code)
  const status = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  return { status, output }
}

it('the example runs as it stands', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'b10x-readme-'))
  try {
    const file = join(folder, 'weather.deployment.json')
    await writeFile(file, JSON.stringify(editSample('/operations/weather.storm.report')))
    expect(await runExample([file])).toEqual({ status: 0, output: 'weather.forecast read low none\nSunny.\n' })
  } finally {
    await rm(folder, { recursive: true })
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
    const named = rowsUnder('What it gives').flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name))
    expect(named.toSorted()).toEqual(Object.keys(entry).toSorted())
  })
})
