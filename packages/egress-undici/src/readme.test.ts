import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ERROR_CODES } from '@b10x/ports/errors'
import { createCertificateAuthority } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import * as entry from './index.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')
const SOURCES = globSync('src/**/*.ts', { cwd: PACKAGE, exclude: ['**/*.test.ts', '**/__fixtures__/**'] }).map((file) => readFileSync(`${PACKAGE}${file}`, 'utf8'))

/** Rows of the tables under a heading, cells trimmed. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const start = README.indexOf(`\n## ${heading}\n`)
  const section = README.slice(start, README.indexOf('\n## ', start + 1))
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
}

/** What a block of the page prints, run as a program of its own inside this package, so that its names resolve. */
async function runExample(info: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const code = new RegExp(`^\`\`\`js ${info}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(README)?.[1] ?? 'process.exit(70)'
  const args = ['-C', '@b10x/source', '--input-type=module', '-e', code]
  return (await promisify(execFile)(process.execPath, args, { cwd: PACKAGE, env, timeout: 100_000 })).stdout
}

describe('the examples', () => {
  it('reach what is reviewed', async () => {
    expect(await runExample('example')).toBe('warning: loopback_allowed\n200 content-type: text/plain\nhello\n')
  }, 120_000)

  it('and nothing that a name leads to beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'egress-'))
    try {
      const file = join(folder, 'authority.pem')
      await writeFile(file, (await createCertificateAuthority()).certificate)
      expect(await runExample('example reviewed', { AUTHORITY: file })).toBe("address_denied { reason: 'metadata' }\n")
    } finally {
      await rm(folder, { recursive: true })
    }
  }, 120_000)
})

describe('the tables', () => {
  it('name what the sources refuse with, with exit statuses', () => {
    const made = new Set(SOURCES.flatMap((text) => [...text.matchAll(/new GovernedError(?:<[^>]*>)?\(\s*'(\w+)'/g)].map(([, code = '']) => code)))
    const rows = rowsUnder('Refusals').map(([code = '', exit]) => [code.slice(1, -1), Number(exit)] as const)
    expect(rows.map(([code]) => code).toSorted()).toEqual([...made].toSorted())
    const exits = Object.entries(ERROR_CODES).map(([code, row]) => [code, row.exit] as const)
    expect(rows).toEqual(expect.arrayContaining(exits.filter(([code]) => made.has(code))))
  })

  it('name every bound of a destination with its value and its ceiling', () => {
    const rows = rowsUnder('Bounds').filter((cells) => cells.length === 4)
    expect(rows.map(([name = '', value = '']) => [name.slice(1, -1), numberOf(value)])).toEqual(Object.entries(entry.DEFAULT_EGRESS_BOUNDS))
    expect(rows.map(([name = '', , ceiling = '']) => [name.slice(1, -1), numberOf(ceiling)])).toEqual(Object.entries(entry.EGRESS_CEILINGS))
  })

  it('name every fixed bound that the sources name', () => {
    const fixed = SOURCES.flatMap((text) => [...text.matchAll(/^const ([A-Z_]+_(?:MS|BYTES|ANSWERS)) = ([\d_* ]+)$/gm)])
    const rows = rowsUnder('Bounds').filter((cells) => cells.length === 3)
    const named = rows.map(([name = '', value = '']) => [name.slice(1, -1), numberOf(value)] as const)
    expect(new Map(named)).toEqual(new Map(fixed.map(([, name = '', value = '']) => [camelCase(name), productOf(value)])))
  })

  it('name every value that the entry module exports', () => {
    const section = README.slice(README.indexOf('\n## What it gives\n'), README.indexOf('\n### What a review says\n'))
    const named = [...section.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual(Object.keys(entry).toSorted())
  })
})

/** `256 KiB`, `10 000 ms`, `4`. */
function numberOf(text: string): number {
  const [, digits = '', unit = ''] = /^([\d ]*\d)(?: (KiB|MiB|ms))?$/.exec(text) ?? []
  return Number(digits.replaceAll(' ', '')) * (unit === 'KiB' ? 1024 : unit === 'MiB' ? 1024 * 1024 : 1)
}

/** `64 * 1024`, as a source writes it. */
function productOf(text: string): number {
  return text.split('*').reduce((product, factor) => product * Number(factor.trim().replaceAll('_', '')), 1)
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
