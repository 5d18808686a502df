import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serializeSnapshot } from '@b10x/mcp-foundation'
import { ERROR_CODES } from '@b10x/ports/errors'
import { startHttpServer, stdioServerCommand, tool } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { freezeTools } from './__fixtures__/freeze-tools.ts'
import { MAX_DESCRIPTION_LENGTH } from './admission/describe-remote-tool.ts'
import { nameTool } from './admission/name-tool.ts'
import { MAX_SCHEMA_NAME_LENGTH, MAX_SCHEMA_PROSE_LENGTH, MAX_SCHEMA_TEXT_LENGTH } from './admission/project-schema.ts'
import * as entry from './index.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')
const read = (file: string): string => readFileSync(`${PACKAGE}src/${file}`, 'utf8')

/** Rows of the tables under a heading, cells trimmed; the rows that begin with a word in backticks, or all. */
function rowsUnder(heading: string, pattern = /^\| (`.*) \|$/gm): readonly (readonly string[])[] {
  const start = README.indexOf(`\n## ${heading}\n`)
  const section = README.slice(start, README.indexOf('\n## ', start + 1))
  return [...section.matchAll(pattern)].map(([, row = '']) => row.split(' | '))
}

const unquote = (cell = ''): string => cell.replaceAll('`', '')

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

describe('the examples run as they stand', () => {
  it('with a remote server', { timeout: 120_000 }, async () => {
    await using server = await startHttpServer({ tools: ['get_note', 'get_secret', 'delete_note'].map((name) => tool(name)) })
    const { status, output } = await runExample('example', server.url)
    expect(output).toMatch(/^It is about fabric\. \[ 'call_attempted', 'call_completed' \]\n$/)
    expect(status).toBe(0)
    expect([server.count('tools/call'), server.openSockets()]).toEqual([1, 0])
  })

  it('with a program', { timeout: 120_000 }, async () => {
    using server = stdioServerCommand()
    const { status, output } = await runExample('example stdio', server.command, ...server.args)
    expect([status, output]).toEqual([0, 'false filesystem\n'])
    expect(server.count('tools/call')).toBe(1)
    expect(await server.stillRunning()).toEqual([])
  })

  it('with a profile', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'b10x-readme-'))
    try {
      const script = { tools: [tool('read', { description: 'Words of the server.' })] }
      await using server = await startHttpServer(script)
      const snapshot = await freezeTools(script)
      await writeFile(join(folder, 'tools.json'), serializeSnapshot(snapshot))
      const mapped = { remote: 'read', name: 'notes_read', description: 'Reads one note.', effect: 'read', risk: 'low', idempotency: 'idempotent', access: 'local' }
      const profile = {
        format: entry.RUN_PROFILE_FORMAT,
        name: 'notes',
        connection: { transport: 'streamable-http', url: server.url },
        snapshot: { path: 'tools.json', digest: snapshot.digest },
        tools: [mapped]
      }
      await writeFile(join(folder, 'profile.json'), JSON.stringify(profile))
      const { status, output } = await runExample('example reviewed', join(folder, 'profile.json'), join(folder, 'evidence.jsonl'))
      expect([status, output]).toEqual([0, "[ 'notes_read: Reads one note.' ]\n"])
      const rows = (await readFile(join(folder, 'evidence.jsonl'), 'utf8')).trimEnd().split('\n').map((line) => (JSON.parse(line) as { readonly event: string }).event)
      expect(rows).toEqual(['run_prepared', 'run_closed'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the tables', () => {
  it('name what the sources throw, with exit statuses', () => {
    const sources = globSync('**/*.ts', { cwd: `${PACKAGE}src`, exclude: ['**/*.test.ts', '**/__fixtures__/**', '**/__examples__/**'] })
    const thrown = sources.flatMap((file) => [...read(file).matchAll(/new GovernedError(?:<[^>]*>)?\(\s*'(\w+)'/g)].map(([, code = '']) => code))
    const rows = rowsUnder('Refusals').map(([code, exit]) => [unquote(code), Number(exit)] as const)
    expect(new Set(rows.map(([code]) => code))).toEqual(new Set(thrown))
    expect(rows).toHaveLength(new Set(thrown).size)
    for (const [code, exit] of rows) expect([code, exit]).toEqual([code, ERROR_CODES[code as keyof typeof ERROR_CODES].exit])
  })

  it('name every value that the entry module exports', () => {
    const named = rowsUnder('What it gives').flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name))
    expect(named.toSorted()).toEqual(Object.keys(entry).toSorted())
  })

  it('name every reason to leave a tool out', () => {
    const declared = /LeftOutReason = (.*)$/m.exec(read('admission/admitted-tools.ts'))?.[1] ?? ''
    const reasons = [...declared.matchAll(/'(\w+)'/g)].map(([, reason]) => reason)
    expect(rowsUnder('Which tools a model sees').map(([reason]) => unquote(reason))).toEqual(reasons)
  })

  it('show names as they really are', () => {
    const rows = rowsUnder('How tools are named', /^\| ((?:plain|composed) \| .*) \|$/gm)
    expect(rows).toHaveLength(6)
    for (const [kind, , prefix, name, published] of rows) {
      expect(unquote(published)).toBe(nameTool(unquote(prefix), unquote(name)))
      expect(unquote(published) === `${unquote(prefix)}_${unquote(name)}` ? 'plain' : 'composed').toBe(kind)
    }
  })

  it('state the bounds of the sources', () => {
    const constant = (file: string, pattern: RegExp): number => Number((pattern.exec(read(file))?.[1] ?? 'none').replaceAll('_', '').split(' * ').reduce((product, factor) => String(Number(product) * Number(factor))))
    const values: Readonly<Record<string, number>> = {
      'a published name': constant('admission/name-tool.ts', /MAX_NAME_LENGTH = (\d+)/),
      'a local name of a server, a prefix': constant('admission/name-tool.ts', /\{1,(\d+)\}\$\/u/),
      'the description of a tool, without a profile': MAX_DESCRIPTION_LENGTH,
      'a title or description in a schema, without a profile': MAX_SCHEMA_PROSE_LENGTH,
      'a text in `enum`, `const`, `pattern`, `default`, `examples`': MAX_SCHEMA_TEXT_LENGTH,
      'a property name or reference in a schema': MAX_SCHEMA_NAME_LENGTH,
      'a credential that is looked for in results': constant('connection/sent-secrets.ts', /MIN_SECRET_LENGTH = (\d+)/),
      'credentials of one connection': constant('connection/sent-secrets.ts', /MAX_KEPT = (\d+)/),
      'a profile file': constant('profile/load-run-profile.ts', /MAX_PROFILE_BYTES = ([\d *]+)/),
      '`maxTurns`': constant('session/create-session.ts', /DEFAULT_TURNS = (\d+)/),
      '`maxParallelCalls`': constant('session/create-session.ts', /DEFAULT_PARALLEL_CALLS = (\d+)/),
      '`ttlMs`': constant('approvals/create-memory-approvals.ts', /ttlMs = ([\d_]+)/),
      '`maxEntries`': constant('approvals/create-memory-approvals.ts', /maxEntries = ([\d_]+)/),
      '`maxBytes`': constant('results/create-memory-result-store.ts', /maxBytes \?\? ([\d *]+)/),
      '`maxResults`': constant('results/create-memory-result-store.ts', /maxResults \?\? (\d+)/)
    }
    const rows = rowsUnder('Bounds', /^\| ((?!what|---).*) \|$/gm)
    expect(Object.fromEntries(rows.map(([what = '', value = '']) => [what, numberOf(value)]))).toEqual(values)
  })
})

const UNITS: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 * 1024 }

/** `4 MiB`, `600 000 ms`, `4 096 characters`. */
function numberOf(text: string): number {
  const [, digits = 'none', unit = ''] = /^([\d ]*\d)(?: (\w+))?/.exec(text) ?? []
  return Number(digits.replaceAll(' ', '')) * (UNITS[unit] ?? 1)
}
