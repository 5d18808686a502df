import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERROR_CODES } from '@b10x/ports/errors'
import { startHttpServer, tool, visitAuthorization } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { startRealServers } from './__fixtures__/start-real-servers.ts'
import { OAUTH_BOUNDS } from './bounds.ts'
import * as entry from './index.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const README = readFileSync(`${PACKAGE}README.md`, 'utf8')
const SECRET = 'readme-secret-0123456789'

/** Rows of the tables under a heading, cells trimmed. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const start = README.indexOf(`\n## ${heading}\n`)
  const section = README.slice(start, README.indexOf('\n## ', start + 1))
  return [...section.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
}

/** A block of the page as a program of its own, inside this package so that its names resolve. */
async function runExample(info: string, env: Readonly<Record<string, string>>, answer?: (line: string) => Promise<string>): Promise<{ readonly status: number | null; readonly output: string }> {
  const code = new RegExp(`^\`\`\`js ${info}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(README)?.[1] ?? 'process.exit(70)'
  const child = spawn(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-e', code], {
    cwd: PACKAGE,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 100_000
  })
  let output = ''
  let answered = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (answer === undefined || answered || !output.includes('\n')) return
    answered = true
    answer(output.split('\n')[0] ?? '').then((line) => child.stdin.end(`${line}\n`), () => child.kill())
  })
  if (answer === undefined) child.stdin.end()
  const status = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  return { status, output }
}

describe('the examples', () => {
  it('let a program in', async () => {
    await using upstream = await startHttpServer({ tools: [tool('echo')] })
    await using servers = await startRealServers({ clients: [{ id: 'readme', secret: SECRET }] }, { upstream: upstream.url })
    const env = { MCP_SERVER_URL: servers.gate.url, MCP_CLIENT_ID: 'readme', MCP_CLIENT_SECRET: SECRET }
    expect(await runExample('example machine', env)).toEqual({ status: 0, output: "[ 'echo' ]\n" })
    expect(upstream.requests.flatMap(({ headers }) => (headers['authorization'] === undefined ? [] : [headers]))).toEqual([])
  }, 120_000)

  it('let a user in', async () => {
    await using servers = await startRealServers()
    const { status, output } = await runExample('example user', { MCP_SERVER_URL: servers.gate.url }, (url) => visitAuthorization(url))
    expect(status).toBe(0)
    expect(output.split('\n')[1]).toBe("[ 'tools.read' ]")
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

  it('name every bound with its value', () => {
    const rows = rowsUnder('Bounds').map(([name = '', value = '']) => [name.slice(1, -1), numberOf(value)])
    expect(rows).toEqual(Object.entries(OAUTH_BOUNDS))
  })

  it('name every value that the entry module exports', () => {
    const named = rowsUnder('What it gives').flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name))
    expect(Object.keys(entry).filter((name) => !named.includes(name))).toEqual([])
  })
})

/** `256 KiB`, `10 000 ms`, `4`. */
function numberOf(text: string): number {
  const [, digits = '', unit = ''] = /^([\d ]*\d)(?: (KiB|ms))?$/.exec(text) ?? []
  return Number(digits.replaceAll(' ', '')) * (unit === 'KiB' ? 1024 : 1)
}
