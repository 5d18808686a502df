/** Logins with a real authorization server in front of a scripted MCP server; the browser is driven by HTTP. */
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { startAuthorizationServer, startBearerGate, startHttpServer, stdioServerCommand, visitAuthorization } from '@b10x/testkit'
import type { AuthorizationServer, AuthorizationServerOptions, BearerGate, HttpServer, Visit } from '@b10x/testkit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logInCaptured } from '../__fixtures__/log-in-captured.ts'
import type { Browser } from '../__fixtures__/log-in-captured.ts'
import { runCaptured } from '../__fixtures__/captured-io.ts'
import { schemaFaults } from '../__fixtures__/check-schema.ts'
import { runBin } from '../__fixtures__/run-bin.ts'

// Several servers and processes on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let env: { readonly XDG_STATE_HOME: string }
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'b10x-cli-'))
  env = { XDG_STATE_HOME: path.join(folder, 'state') }
})
afterEach(() => rm(folder, { recursive: true }))

interface Protected {
  readonly authority: AuthorizationServer
  readonly upstream: HttpServer
  readonly gate: BearerGate
  [Symbol.asyncDispose](): Promise<void>
}

interface Echo {
  readonly heard: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

async function startProtected(options: AuthorizationServerOptions = {}): Promise<Protected> {
  const authority = await startAuthorizationServer(options)
  const upstream = await startHttpServer()
  const gate = await startBearerGate({ upstream: upstream.url, authorizationServer: authority })
  const close = async (): Promise<void> => void (await Promise.all([gate.close(), upstream.close(), authority.close()]))
  return { authority, upstream, gate, [Symbol.asyncDispose]: close }
}

/** A server that says in its failures which token it got. */
async function startEcho(port: number): Promise<Echo> {
  const heard: string[] = []
  const fail = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { id } = (await json(request)) as { readonly id: number }
    heard.push(request.headers.authorization ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32603, message: heard.at(-1) } }))
  }
  const server = createServer((request, response) => void fail(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

/** The user, who follows the address and whose browser then comes back. */
const user = (visit: Visit = {}): Browser => async (url) => void (await fetch(await visitAuthorization(url, visit)))

const logIn = (gate: BearerGate, words: readonly string[] = [], browser: Browser = user()): ReturnType<typeof logInCaptured> =>
  logInCaptured(['auth', 'login', gate.url, ...words], { env }, browser)

const run = (...words: readonly string[]): ReturnType<typeof runCaptured> => runCaptured(words, { env, cwd: folder })

async function keptSecrets(): Promise<readonly string[]> {
  const kept = path.join(env.XDG_STATE_HOME, 'b10x/oauth')
  const texts = await Promise.all((await readdir(kept)).map((file) => readFile(path.join(kept, file), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/"(?:accessToken|refreshToken|codeVerifier|clientSecret)":"([^"]+)"/g)].map(([, secret = '']) => secret))
}

describe('auth login', () => {
  test('registers, sends the user off and keeps tokens with which the other verbs work', async () => {
    await using server = await startProtected()
    const before = await run('snapshot', server.gate.url, '--json')
    expect([before.status, JSON.parse(before.stdout)]).toMatchObject([4, { error: { code: 'credential_rejected', details: { status: 401, hint: expect.stringContaining('auth login') } } }])

    const login = await logIn(server.gate, ['--json'])
    expect(login.status).toBe(0)
    expect(schemaFaults('auth', JSON.parse(login.stdout))).toEqual([])
    const { issuer } = server.authority
    expect(JSON.parse(login.stdout)).toMatchObject({ action: 'login', changed: true, state: 'authorized', issuer, resource: server.gate.url, scopes: ['tools.read'], refreshable: true })

    const snapshot = await run('snapshot', server.gate.url, '-o', 'tools.json')
    expect(snapshot).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(await readFile(path.join(folder, 'tools.json'), 'utf8'))).toMatchObject({ authorization: `oauth:${new URL(issuer).host}` })
    expect(await run('verify', 'tools.json', server.gate.url)).toMatchObject({ status: 0 })
    expect(await run('call', server.gate.url, 't', '{}')).toMatchObject({ status: 0 })
    expect(server.upstream.count('tools/call')).toBe(1)
    expect(server.authority.grants.map(({ grantType }) => grantType)).toEqual(['authorization_code'])
  })

  test('asks nobody where usable tokens are kept', async () => {
    await using server = await startProtected()
    await logIn(server.gate)
    const again = await run('auth', 'login', server.gate.url, '--json')
    expect(again).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(again.stdout)).toMatchObject({ changed: false, state: 'authorized' })
    expect(server.authority.requests.filter((request) => request === 'POST /reg')).toHaveLength(1)
  })

  test('as a known client, with its secret out of the environment, which later commands need too', async () => {
    const client = { id: 'known', secret: 'canary-client-secret', redirectUrls: ['http://127.0.0.1/callback'] }
    await using server = await startProtected({ clients: [client], registration: false })
    const words = ['auth', 'login', server.gate.url, '--client-id', 'known', '--client-secret-env', 'SECRET', '--issuer', server.authority.issuer, '--scope', 'tools.read tools.write', '--scope', 'offline_access']
    const withSecret = { ...env, SECRET: client.secret }
    const missing = await runCaptured([...words, '--json'], { env })
    expect([missing.status, JSON.parse(missing.stdout)]).toMatchObject([2, { error: { code: 'variable_missing', details: { names: ['SECRET'] } } }])
    const login = await logInCaptured([...words, '--json'], { env: withSecret }, user())
    expect(JSON.parse(login.stdout)).toMatchObject({ state: 'authorized', clientId: 'known', scopes: ['tools.read', 'tools.write'] })
    expect(await runCaptured(['list', server.gate.url], { env: withSecret })).toMatchObject({ status: 0 })
    server.gate.refuseKnownTokens()
    expect(await runCaptured(['list', server.gate.url], { env: withSecret })).toMatchObject({ status: 0 })
    expect(server.authority.grants.at(-1)).toEqual({ grantType: 'refresh_token', clientId: 'known', error: null })
    expect(JSON.parse((await runCaptured(['list', server.gate.url, '--json'], { env })).stdout)).toMatchObject({ error: { code: 'variable_missing' } })
    expect(await keptSecrets()).not.toContain(client.secret)
  })

  test('that the user declines is refused, and shows nothing but our code', async () => {
    await using server = await startProtected()
    const login = await logIn(server.gate, ['--json'], user({ decision: 'cancel' }))
    expect([login.status, JSON.parse(login.stdout)]).toEqual([4, { error: expect.objectContaining({ code: 'authorization_refused', details: { error: 'access_denied' } }) }])
    expect((await run('auth', 'status', server.gate.url)).status).toBe(1)
  })

  test.each<[string, (query: URLSearchParams) => void, string]>([
    ['another issuer', (query) => query.set('iss', 'https://evil.example.test'), 'issuer_mismatch'],
    ['no issuer', (query) => query.delete('iss'), 'issuer_missing'],
    ['an error of another issuer', (query) => {
      query.set('iss', 'https://evil.example.test')
      query.set('error', 'access_denied')
      query.set('error_description', 'canary\u001b[2J<b>')
    }, 'issuer_mismatch']
  ])('with %s in the answer is refused without a token request', async (_, change, code) => {
    await using server = await startProtected()
    const login = await logIn(server.gate, ['--json'], async (url) => {
      const back = new URL(await visitAuthorization(url))
      change(back.searchParams)
      await fetch(back)
    })
    expect([login.status, JSON.parse(login.stdout)]).toMatchObject([4, { error: { code } }])
    expect(login.stdout + login.stderr).not.toContain('canary')
    expect(server.authority.grants).toEqual([])
  })

  test('hears wrong answers first and the right one still', async () => {
    await using server = await startProtected()
    const login = await logIn(server.gate, [], async (url) => {
      const back = new URL(await visitAuthorization(url))
      const wrong = new URL(back)
      wrong.searchParams.set('state', 'wrong')
      expect((await fetch(wrong)).status).toBe(404)
      expect((await fetch(back)).status).toBe(200)
    })
    expect(login.status).toBe(0)
  })

  test('ends with its deadline, and with the user', async () => {
    await using server = await startProtected()
    const late = await logIn(server.gate, ['--json', '--deadline', '1500'], () => Promise.resolve())
    expect([late.status, JSON.parse(late.stdout)]).toMatchObject([3, { error: { code: 'deadline_exceeded', details: { limit: 1500 } } }])
    const interrupt = new AbortController()
    const stopped = await logInCaptured(['auth', 'login', server.gate.url], { env, signal: interrupt.signal }, () => {
      interrupt.abort()
      return Promise.resolve()
    })
    expect(stopped.status).toBe(130)
    expect(JSON.parse((await run('auth', 'status', server.gate.url, '--json')).stdout)).toMatchObject({ state: 'pending' })
  })

  test('at a server without an authorization server is refused', async () => {
    await using server = await startHttpServer()
    const login = await run('auth', 'login', server.url, '--json')
    expect([login.status, JSON.parse(login.stdout)]).toMatchObject([3, { error: { code: 'oauth_metadata_invalid' } }])
  })

  test('is for addresses, with a place to keep it, and takes no secret on the command line', async () => {
    using program = stdioServerCommand()
    const url = 'https://example.test/mcp'
    for (const words of [
      ['auth', 'login', '--', program.command, ...program.args],
      ['auth', 'login', url, '--bearer-env', 'TOKEN'],
      ['auth', 'login', url, '--client-secret-env', 'SECRET'],
      ['auth', 'login', url, '--client-id', 'a', '--client-secret-env', 'SECRET=value'],
      ['auth', 'login', url, '--header-env', 'Authorization=TOKEN'],
      ['auth', 'status', url, '--client-id', 'a'],
      ['auth', 'logout', url, '--scope', 'a'],
      ['auth', 'renew', url],
      ['auth', 'login']
    ]) expect([words, (await runCaptured(words, { env: { ...env, TOKEN: 'x' } })).status]).toEqual([words, 2])
    expect((await runCaptured(['auth', 'login', url], { env: {} })).status).toBe(2)
    expect((await runCaptured(['auth', 'login', 'http://example.test/mcp'], { env })).stderr).toContain('endpoint_invalid')
    expect(await program.stillRunning()).toEqual([])
  })
})

describe('a kept login', () => {
  test('is used by none who brings a credential or says --no-auth', async () => {
    await using server = await startProtected()
    await logIn(server.gate)
    const { length } = server.gate.tokens
    for (const words of [['--no-auth'], ['--bearer-env', 'TOKEN'], ['--header-env', 'Authorization=TOKEN']]) {
      const list = await runCaptured(['list', server.gate.url, ...words, '--json'], { env: { ...env, TOKEN: 'Bearer other' } })
      expect([list.status, JSON.parse(list.stdout)]).toMatchObject([4, { error: { code: 'credential_rejected' } }])
    }
    expect(server.gate.tokens).toHaveLength(length)
  })

  test('is renewed once where several processes find it refused', async () => {
    await using server = await startProtected()
    await logIn(server.gate)
    expect(await run('list', server.gate.url)).toMatchObject({ status: 0 })
    server.gate.refuseKnownTokens()
    const lists = await Promise.all([1, 2, 3].map(() => runBin(['list', server.gate.url], { env })))
    expect(lists.map(({ status, stderr }) => [status, stderr])).toEqual([[0, ''], [0, ''], [0, '']])
    expect(server.authority.grants.slice(1)).toEqual([expect.objectContaining({ grantType: 'refresh_token', error: null })])
    expect(await run('list', server.gate.url)).toMatchObject({ status: 0 })
  })

  test('that cannot be renewed is authorization_required, and the next login asks again', async () => {
    await using server = await startProtected()
    await logIn(server.gate)
    await using other = await startAuthorizationServer()
    server.gate.moveTo(other)
    const list = await run('list', server.gate.url, '--json')
    expect([list.status, JSON.parse(list.stdout)]).toMatchObject([4, { error: { code: 'authorization_required', details: { hint: expect.stringContaining('auth login') } } }])
    expect(JSON.parse((await logIn(server.gate, ['--json'])).stdout)).toMatchObject({ changed: true, issuer: other.issuer })
    expect(await run('list', server.gate.url)).toMatchObject({ status: 0 })
  })

  test('appears nowhere: in no output, no snapshot, and no word of a server that echoes it', async () => {
    await using server = await startProtected()
    const login = await logIn(server.gate)
    const outputs = [login.stdout, login.stderr.replace(/http:\S+/g, '')]
    for (const words of [['auth', 'status'], ['list'], ['snapshot', '-o', 'tools.json'], ['verify', 'tools.json'], ['doctor'], ['auth', 'status', '--json'], ['auth', 'login', '--json']]) {
      const { stdout, stderr } = await run(...words, server.gate.url)
      outputs.push(stdout, stderr)
    }
    outputs.push(await readFile(path.join(folder, 'tools.json'), 'utf8'))
    const secrets = await keptSecrets()
    expect(secrets.length).toBeGreaterThan(1)
    for (const secret of secrets) for (const text of outputs) expect(text).not.toContain(secret)
  })

  test('is cut out of the words of a server that echoes it', async () => {
    await using server = await startProtected()
    await logIn(server.gate)
    await server.gate.close()
    await using echo = await startEcho(Number(new URL(server.gate.url).port))
    const list = await run('list', server.gate.url, '--json')
    expect(echo.heard.at(-1)).toMatch(/^Bearer ey/)
    expect([list.status, JSON.parse(list.stdout)]).toMatchObject([3, { error: { code: 'remote_error', details: { cause: { message: 'Bearer [redacted]' } } } }])
  })
})

describe('auth logout', () => {
  test('revokes and forgets', async () => {
    await using server = await startProtected()
    await logIn(server.gate)
    const logout = await run('auth', 'logout', server.gate.url, '--json')
    expect(logout).toMatchObject({ status: 0, stderr: '' })
    expect(schemaFaults('auth', JSON.parse(logout.stdout))).toEqual([])
    expect(JSON.parse(logout.stdout)).toMatchObject({ action: 'logout', changed: true, state: 'none' })
    expect(server.authority.requests.at(-1)).toBe('POST /token/revocation')
    expect(await keptSecrets()).toEqual([])
    const status = await run('auth', 'status', server.gate.url, '--json')
    expect([status.status, JSON.parse(status.stdout)]).toMatchObject([1, { state: 'none', issuer: null }])
    expect(schemaFaults('auth', JSON.parse(status.stdout))).toEqual([])
    expect(JSON.parse((await run('auth', 'logout', server.gate.url, '--json')).stdout)).toMatchObject({ changed: false })
    expect((await run('list', server.gate.url)).status).toBe(4)
  })

  test('forgets where the authorization server is gone, too', async () => {
    await using server = await startProtected()
    await logIn(server.gate)
    await server.authority.close()
    expect(await run('auth', 'logout', server.gate.url)).toMatchObject({ status: 0 })
    expect(await keptSecrets()).toEqual([])
  })

  test('forgets where the authorization server never answers, after the deadline', async () => {
    await using server = await startProtected()
    await logIn(server.gate)
    await server.authority.close()
    const silent = createServer(() => undefined).listen(Number(new URL(server.authority.issuer).port), '127.0.0.1')
    await once(silent, 'listening')
    expect(await run('auth', 'logout', server.gate.url, '--deadline', '300')).toMatchObject({ status: 0 })
    expect(await keptSecrets()).toEqual([])
    silent.closeAllConnections()
    silent.close()
    await once(silent, 'close')
  })

  test('empties a file that is no login', async () => {
    await using server = await startProtected()
    await logIn(server.gate)
    const kept = path.join(env.XDG_STATE_HOME, 'b10x/oauth')
    for (const file of await readdir(kept)) await writeFile(path.join(kept, file), 'no login')
    expect(JSON.parse((await run('auth', 'status', server.gate.url, '--json')).stdout)).toMatchObject({ error: { code: 'oauth_state_invalid', details: { reason: 'format', problem: 'not_a_login' } } })
    expect(JSON.parse((await run('list', server.gate.url, '--json')).stdout)).toMatchObject({ error: { code: 'oauth_state_invalid' } })
    expect(await run('auth', 'logout', server.gate.url)).toMatchObject({ status: 0, stdout: 'logged out\n' })
    expect((await run('auth', 'status', server.gate.url)).status).toBe(1)
  })
})
