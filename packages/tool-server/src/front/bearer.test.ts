import { Agent, request } from 'node:http'
import type { Authenticator, Principal } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { portOf } from '../__fixtures__/example-port.ts'
import { META, send, sendLegacy, sendModern } from '../__fixtures__/post.ts'
import type { RawAnswer } from '../__fixtures__/post.ts'
import { staticTokenAuthenticator } from '../authenticators/static-token-authenticator.ts'
import { createToolServer } from '../create-tool-server.ts'
import type { ToolServerOptions } from '../tool-server.ts'
import { listen } from './listen.ts'

const TOKEN = 'dev-token-0123456789'
const READER = 'dev-reader-0123456789'
const WRITER = 'dev-writer-0123456789'
const RESOURCE = 'https://mcp.example.com/mcp'
const METADATA = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'
const PRINCIPALS: Readonly<Record<string, Principal>> = {
  [TOKEN]: { subject: 'alice', tenantId: 'acme', scopes: ['mcp:invoke', 'mcp:list'] },
  [WRITER]: { subject: 'carol', scopes: ['mcp:invoke'] },
  [READER]: { subject: 'bob', scopes: ['mcp:list'] }
}

async function startGuarded(options: Partial<ToolServerOptions> = {}): Promise<AsyncDisposable & { readonly url: string; readonly port: ReturnType<typeof portOf> }> {
  const port = portOf({ echo: {} })
  const server = createToolServer(port, {
    name: 'guarded',
    version: '1',
    authenticate: staticTokenAuthenticator(PRINCIPALS),
    resource: RESOURCE,
    authorizationServers: ['https://as.example.com'],
    scopes: { call: 'mcp:invoke', list: 'mcp:list', supported: ['mcp:invoke', 'mcp:list', 'offline_access'] },
    ...options
  })
  const listening = await listen(server)
  return { url: listening.url, port, [Symbol.asyncDispose]: () => listening.close() }
}

/** Node writes a list as one line each. */
const call = (url: string, authorization: string | string[] | undefined): Promise<RawAnswer> => sendModern(url, 'tools/call', { name: 'echo' }, { authorization: authorization as string })
const challengeOf = ({ headers }: RawAnswer): unknown => headers['www-authenticate']
const codeOf = ({ json }: RawAnswer): unknown => json?.error?.data?.['code']

describe('a bearer token', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('comes in the header, as %s', async (scheme) => {
    await using guarded = await startGuarded()
    expect((await call(guarded.url, `${scheme} ${TOKEN}`)).status).toBe(200)
    expect(guarded.port.calls).toMatchObject([{ context: { actor: 'alice', tenantId: 'acme' } }])
  })

  it.each<[string, string | string[]]>([
    ['made up', 'Bearer made-up-token-0123456789'],
    ['no token', 'Bearer'],
    ['an empty token', 'Bearer '],
    ['two tokens', `Bearer ${TOKEN} ${TOKEN}`],
    ['a list', `Bearer ${TOKEN},`],
    ['two lines', [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]],
    ['two lines of which one is good', ['Basic YWxpY2U6', `Bearer ${TOKEN}`]],
    ['quotes', `Bearer "${TOKEN}"`],
    ['a tab', `Bearer\t${TOKEN}`],
    ['no space', `Bearer${TOKEN}`],
    ['letters of another alphabet', `Bearer ${TOKEN}ü`],
    ['longer than it may be', `Bearer ${'a'.repeat(16_385)}`]
  ])('does not come in: %s', async (_name, authorization) => {
    await using guarded = await startGuarded()
    const answer = await call(guarded.url, authorization)
    expect([answer.status, codeOf(answer), challengeOf(answer)]).toEqual([401, 'invalid_token', `Bearer error="invalid_token", scope="mcp:invoke", resource_metadata="${METADATA}"`])
    expect(guarded.port.calls).toEqual([])
  })

  it.each(['access_token', 'ACCESS_TOKEN', 'access%5Ftoken'])('does not come in the query string, as %s', async (name) => {
    await using guarded = await startGuarded()
    const answer = await sendModern(`${guarded.url}?x=1&${name}=${TOKEN}`, 'tools/call', { name: 'echo' }, { authorization: `Bearer ${TOKEN}` })
    expect([answer.status, guarded.port.calls.length]).toEqual([401, 0])
    expect(JSON.stringify(answer)).not.toContain(TOKEN)
  })

  it.each([undefined, 'Basic YWxpY2U6'])('that is not there is asked for, without an error: %s', async (authorization) => {
    await using guarded = await startGuarded()
    const answer = await call(guarded.url, authorization)
    expect([answer.status, challengeOf(answer)]).toEqual([401, `Bearer scope="mcp:invoke", resource_metadata="${METADATA}"`])
    expect(challengeOf(await sendLegacy(guarded.url, 'tools/list', {}, {}))).toBe(`Bearer scope="mcp:list", resource_metadata="${METADATA}"`)
  })

  it('is asked for with every request of a connection', async () => {
    await using guarded = await startGuarded()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statusOf = (headers: Readonly<Record<string, string>>): Promise<readonly [number, boolean]> =>
      new Promise((resolve, reject) => {
        const sent = request(guarded.url, { method: 'POST', agent, headers: { 'content-type': 'application/json', accept: 'application/json', ...headers } }, (response) => {
          response.resume().once('end', () => resolve([response.statusCode ?? 0, sent.reusedSocket]))
        })
        sent.once('error', reject).end('{"jsonrpc":"2.0","id":1,"method":"ping"}')
      })
    try {
      expect(await statusOf({ authorization: `Bearer ${TOKEN}` })).toEqual([200, false])
      expect(await statusOf({})).toEqual([401, true])
      expect(await statusOf({ authorization: `Bearer ${TOKEN}` })).toEqual([200, true])
    } finally {
      agent.destroy()
    }
  })

  it('is checked before anything of the body is', async () => {
    await using guarded = await startGuarded()
    expect((await send(guarded.url, { body: '{"broken' })).status).toBe(401)
    expect((await send(guarded.url, { headers: { 'content-type': 'text/plain' }, body: 'x' })).status).toBe(401)
    expect((await send(guarded.url, { method: 'GET' })).status).toBe(401)
  })

  it('of a foreign page or for a foreign host is not even looked at', async () => {
    let asked = 0
    await using guarded = await startGuarded({ authenticate: { authenticate: () => ((asked += 1), 'invalid') } })
    expect((await sendModern(guarded.url, 'tools/list', {}, { host: 'evil.test' })).status).toBe(403)
    expect((await sendModern(guarded.url, 'tools/list', {}, { origin: 'null' })).status).toBe(403)
    expect(asked).toBe(0)
  })
})

describe('scopes', () => {
  it('that are missing are named, and no other', async () => {
    await using guarded = await startGuarded()
    for (const answer of [await call(guarded.url, `Bearer ${READER}`), await sendLegacy(guarded.url, 'tools/call', { name: 'echo' }, { authorization: `Bearer ${READER}` })]) {
      expect([answer.status, codeOf(answer)]).toEqual([403, 'insufficient_scope'])
      expect(challengeOf(answer)).toBe(`Bearer error="insufficient_scope", scope="mcp:invoke", resource_metadata="${METADATA}"`)
    }
    expect(guarded.port.calls).toEqual([])
    expect((await sendModern(guarded.url, 'tools/list', {}, { authorization: `Bearer ${READER}` })).status).toBe(200)
  })

  it.each([
    ['tools/list', {}],
    ['subscriptions/listen', { notifications: { toolsListChanged: true } }]
  ])('of calling are not those of listing: %s', async (method, params) => {
    await using guarded = await startGuarded()
    const answer = await sendModern(guarded.url, method, params, { authorization: `Bearer ${WRITER}` })
    expect([answer.status, codeOf(answer), challengeOf(answer)]).toEqual([403, 'insufficient_scope', `Bearer error="insufficient_scope", scope="mcp:list", resource_metadata="${METADATA}"`])
    expect((await sendModern(guarded.url, method, params, { authorization: `Bearer ${READER}` })).status).toBe(200)
  })
})

describe('an authenticator', () => {
  const answering = (authenticate: Authenticator['authenticate']): Promise<AsyncDisposable & { readonly url: string; readonly port: ReturnType<typeof portOf> }> => startGuarded({ authenticate: { authenticate } })

  it.each<[string, Authenticator['authenticate']]>([
    ['is unavailable', () => 'unavailable'],
    ['throws', () => { throw new Error(TOKEN) }],
    ['rejects', () => Promise.reject(new Error(TOKEN))],
    ['says nothing', () => undefined as never],
    ['says yes', () => true as never],
    ['names nobody', () => ({ subject: '', scopes: [] })],
    ['forgets the scopes', () => ({ subject: 'alice' }) as never],
    ['names a tenant that is none', () => ({ subject: 'alice', scopes: [], tenantId: 1 }) as never]
  ])('that %s lets nobody in', async (_name, authenticate) => {
    await using guarded = await answering(authenticate)
    const answer = await call(guarded.url, `Bearer ${TOKEN}`)
    expect([answer.status, codeOf(answer), guarded.port.calls.length]).toEqual([503, 'authenticator_unavailable', 0])
    expect(JSON.stringify(answer)).not.toContain(TOKEN)
  })

  it('cannot let in somebody whose time is over', async () => {
    await using guarded = await answering(async () => ({ subject: 'alice', scopes: ['mcp:invoke'], expiresAt: Date.now() - 1 }))
    expect((await call(guarded.url, `Bearer ${TOKEN}`)).status).toBe(401)
  })

  it('may go by another header', async () => {
    await using guarded = await answering(({ token, header }) => (token === null && header('x-verified-user') === 'alice' ? { subject: 'alice', scopes: ['mcp:invoke'] } : 'missing'))
    expect((await sendModern(guarded.url, 'tools/call', { name: 'echo' }, { 'x-verified-user': 'alice' })).status).toBe(200)
    expect((await sendModern(guarded.url, 'tools/call', { name: 'echo' })).status).toBe(401)
  })
})

describe('protected resource metadata', () => {
  it.each(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])('stands at %s for everybody, and comes from the options alone', async (path) => {
    await using guarded = await startGuarded()
    const forged = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', forwarded: 'host=evil.test' }
    const answer = await send(new URL(path, guarded.url).href, { method: 'GET', headers: forged })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ resource: RESOURCE, authorization_servers: ['https://as.example.com'], scopes_supported: ['mcp:invoke', 'mcp:list', 'offline_access'], bearer_methods_supported: ['header'] })
  })

  it('is not there for another path, a foreign host, another method, or a server without it', async () => {
    await using guarded = await startGuarded()
    const at = (path: string): string => new URL(`/.well-known/oauth-protected-resource${path}`, guarded.url).href
    expect((await send(at('/other'), { method: 'GET' })).status).toBe(401)
    expect((await send(at('/mcp'), { method: 'GET', headers: { host: 'evil.test' } })).status).toBe(403)
    expect((await send(at('/mcp'), { method: 'POST' })).status).toBe(401)
    const { resource: _resource, ...rest } = { resource: RESOURCE }
    const plain = await listen(createToolServer(portOf({}), { name: 'plain', version: '1', authenticate: staticTokenAuthenticator(PRINCIPALS), ...rest }))
    try {
      expect((await send(new URL('/.well-known/oauth-protected-resource', plain.url).href, { method: 'GET' })).status).toBe(401)
      expect(challengeOf(await send(plain.url, { body: JSON.stringify(META) }))).toBe('Bearer')
    } finally {
      await plain.close()
    }
  })
})
