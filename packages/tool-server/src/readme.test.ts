import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ERROR_CODES } from '@b10x/ports/errors'
import { startAuthorizationServer } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { send, sendModern } from './__fixtures__/post.ts'
import { AUTHENTICATOR_BOUNDS } from './authenticators/authenticator-bounds.ts'
import { FRONT_BOUNDS } from './front/front-bounds.ts'
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
async function runExample(info: string, env: Readonly<Record<string, string>>, visit?: (line: string) => Promise<void>): Promise<{ readonly status: number | null; readonly output: string }> {
  const code = new RegExp(`^\`\`\`js ${info}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(README)?.[1] ?? 'process.exit(70)'
  const child = spawn(process.execPath, ['-C', '@b10x/source', '--input-type=module', '-e', code], {
    cwd: PACKAGE,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 100_000
  })
  let output = ''
  const visits: Promise<void>[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (visit === undefined || visits.length > 0 || !output.includes('\n')) return
    visits.push(visit(output.trim()).finally(() => child.stdin.end()))
  })
  if (visit === undefined) child.stdin.end()
  const status = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  await Promise.all(visits)
  return { status, output }
}

describe('the examples', () => {
  it('serve a tool, and call it', async () => {
    expect(await runExample('example', {})).toEqual({ status: 0, output: 'Note 7 of user:alice.\n' })
  }, 120_000)

  it('take tokens of a real authorization server', async () => {
    await using real = await startAuthorizationServer({ clients: [{ id: 'readme', secret: SECRET }] })
    const RESOURCE = 'http://127.0.0.1/mcp'
    const form = new URLSearchParams({ grant_type: 'client_credentials', resource: RESOURCE, scope: 'tools.read' })
    const basic = `Basic ${Buffer.from(`readme:${SECRET}`).toString('base64')}`
    const response = await fetch(`${real.issuer}/token`, { method: 'POST', body: form, headers: { authorization: basic } })
    const { access_token: token } = (await response.json()) as { readonly access_token: string }
    const env = { ISSUER: real.issuer, JWKS_URI: `${real.issuer}/jwks`, RESOURCE }
    const seen: unknown[] = []
    const { status } = await runExample('example jwt', env, async (url) => {
      const metadata = await send(new URL('/.well-known/oauth-protected-resource/mcp', url).href, { method: 'GET' })
      seen.push((metadata.json as unknown as { readonly authorization_servers: unknown }).authorization_servers)
      seen.push((await sendModern(url, 'tools/list')).status)
      seen.push((await sendModern(url, 'tools/list', {}, { authorization: `Bearer ${token}` })).status)
      seen.push((await sendModern(url, 'tools/call', { name: 'any' }, { authorization: `Bearer ${token}` })).status)
    })
    expect({ status, seen }).toEqual({ status: 0, seen: [[real.issuer], 401, 200, 403] })
  }, 120_000)
})

describe('the tables', () => {
  it('name what the sources refuse with, with exit statuses', () => {
    const sources = globSync('src/**/*.ts', { cwd: PACKAGE, exclude: ['**/*.test.ts', '**/__fixtures__/**'] })
    const made = sources.flatMap((file) =>
      [...readFileSync(`${PACKAGE}${file}`, 'utf8').matchAll(/new GovernedError(?:<[^>]*>)?\(\s*'(\w+)'/g)].map(([, code = '']) => code)
    )
    const rows = rowsUnder('Refusals').map(([code = '', exit]) => [code.slice(1, -1), Number(exit)] as const)
    expect(rows.map(([code]) => code).toSorted()).toEqual([...new Set(made)].toSorted())
    const exits = Object.entries(ERROR_CODES).map(([code, row]) => [code, row.exit] as const)
    expect(rows).toEqual(expect.arrayContaining(exits.filter(([code]) => made.includes(code))))
  })

  it('name every bound with its value', () => {
    const rows = rowsUnder('Bounds').map(([name = '', value = '']) => [name.slice(1, -1), numberOf(value)])
    expect(rows).toEqual(Object.entries({ ...entry.DEFAULT_SERVER_BOUNDS, ...FRONT_BOUNDS, ...AUTHENTICATOR_BOUNDS }))
  })

  it('name every value that the entry module exports', () => {
    const named = rowsUnder('What it gives').map(([cell = '']) => /`(\w+)/.exec(cell)?.[1] ?? '')
    expect(named.toSorted()).toEqual(Object.keys(entry).toSorted())
  })
})

/** `256 KiB`, `10 000 ms`, `4`. */
function numberOf(text: string): number {
  const [, digits = '', unit = ''] = /^([\d ]*\d)(?: (KiB|MiB|ms))?$/.exec(text) ?? []
  return Number(digits.replaceAll(' ', '')) * (unit === 'KiB' ? 1024 : unit === 'MiB' ? 1024 * 1024 : 1)
}
