import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERROR_CODES } from '@b10x/ports/errors'
import { startHttpServer, stdioServerCommand, tool } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import * as entry from './index.ts'
import { BOUND_CEILINGS, DEFAULT_BOUNDS } from './bounds/default-bounds.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')

/** Rows of the tables under a heading, cells trimmed. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const start = README.indexOf(`\n## ${heading}\n`)
  const section = README.slice(start, README.indexOf('\n## ', start + 1))
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
}

/** A block of the page as a program of its own, inside this package so that its names resolve. */
async function runExample(info: string, ...args: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  const code = new RegExp(`^\`\`\`js ${info}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(README)?.[1] ?? 'process.exit(70)'
  const child = spawn(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-', ...args], { cwd: PACKAGE, stdio: ['pipe', 'pipe', 'inherit'], timeout: 100_000 })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.end(code)
  const status = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  return { status, output }
}

describe('the examples', () => {
  it('run over HTTP as they stand', async () => {
    await using server = await startHttpServer({ tools: [tool('echo')] })
    const { status, output } = await runExample('example', server.url)
    expect(status).toBe(0)
    expect(JSON.parse(output)).toMatchObject({ content: [{ type: 'text', text: expect.stringContaining('"hello"') as string }] })
    expect(server.count('tools/call')).toBe(1)
    expect(server.requests.at(-1)?.body).toContain('9007199254740993')
  }, 120_000)

  it('run over stdio as they stand, and leave nothing behind', async () => {
    using server = stdioServerCommand({ tools: [tool('echo')] })
    const { status, output } = await runExample('example stdio', server.command, ...server.args)
    expect(status).toBe(0)
    expect(output).toMatch(/^2026-07-28 sha256:[0-9a-f]{64}\n$/)
    expect(await server.stillRunning()).toEqual([])
  }, 120_000)
})

describe('the tables', () => {
  it('name what the sources throw, with exit statuses', () => {
    const sources = globSync('src/**/*.ts', { cwd: PACKAGE, exclude: ['**/*.test.ts', '**/__fixtures__/**'] })
    const thrown = sources.flatMap((file) =>
      [...readFileSync(`${PACKAGE}${file}`, 'utf8').matchAll(/new GovernedError(?:<[^>]*>)?\(\s*'(\w+)'/g)].map(([, code = '']) => code)
    )
    const rows = rowsUnder('Refusals').map(([code = '', exit]) => [code.slice(1, -1), Number(exit)] as const)
    expect(rows.map(([code]) => code).toSorted()).toEqual([...new Set(thrown)].toSorted())
    const exits = Object.entries(ERROR_CODES).map(([code, row]) => [code, row.exit] as const)
    expect(rows).toEqual(expect.arrayContaining(exits.filter(([code]) => thrown.includes(code))))
  })

  it('name every bound with its default and its ceiling', () => {
    const rows = rowsUnder('Bounds').map(([name = '', value = '', ceiling = '']) => [name.slice(1, -1), numberOf(value), numberOf(ceiling)])
    const bounds = Object.keys(DEFAULT_BOUNDS) as (keyof typeof DEFAULT_BOUNDS)[]
    expect(rows).toEqual(bounds.map((name) => [name, DEFAULT_BOUNDS[name], BOUND_CEILINGS[name]]))
  })

  it('name every value that the entry module exports', () => {
    const named = rowsUnder('What it gives').flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name))
    const exported = Object.keys(entry).filter((name) => name !== 'SNAPSHOT_FORMAT')
    expect(exported.filter((name) => !named.includes(name))).toEqual([])
  })
})


const UNITS: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 * 1024, ms: 1 }

/** `4 MiB`, `30 000 ms`, `1 024`. */
function numberOf(text: string): number {
  const [, digits = '', unit = ''] = /^([\d ]*\d)(?: (KiB|MiB|ms))?$/.exec(text) ?? []
  return Number(digits.replaceAll(' ', '')) * (UNITS[unit] ?? 1)
}
