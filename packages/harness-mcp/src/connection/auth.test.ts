// Against a real authorization server and an MCP server that demands its tokens for itself.
import { inspect } from 'node:util'
import { createMemoryStateStore } from '@b10x/mcp-oauth'
import type { OAuthState } from '@b10x/mcp-oauth'
import { expectCode, expectThrownCode, startAuthorizationServer, startBearerGate, startHttpServer, tool, visitAuthorization } from '@b10x/testkit'
import type { AuthorizationServer, BearerGate, HttpServer } from '@b10x/testkit'
import { describe, expect, it, vi } from 'vitest'
import { REMOTE } from '../admission/admitted-tools.ts'
import { createMcpAuthorizationCodeAuth, createMcpClientCredentialsAuth } from './auth.ts'
import type { McpAuthorizationCodeOptions, McpClientCredentialsOptions } from './auth.ts'
import { connectMcpServer } from './connect-mcp-server.ts'

vi.setConfig({ testTimeout: 30_000 })

const SECRET = 'CANARY-client-secret'
const REDIRECT = 'http://127.0.0.1:1/callback'

interface World extends AsyncDisposable {
  readonly authority: AuthorizationServer
  readonly gate: BearerGate
  readonly server: HttpServer
}

async function startWorld(): Promise<World> {
  const clients = [{ id: 'machine', secret: SECRET }, { id: 'app', secret: SECRET, redirectUrls: [REDIRECT] }]
  const authority = await startAuthorizationServer({ clients })
  const server = await startHttpServer({ tools: [tool('t')] })
  const gate = await startBearerGate({ authorizationServer: authority, upstream: server.url })
  return {
    authority, gate, server,
    async [Symbol.asyncDispose]() {
      await gate.close()
      await server.close()
      await authority.close()
    }
  }
}

describe('client credentials', () => {
  it('let a program in, are renewed once when a call meets a refused token, and shown by nothing', async () => {
    await using world = await startWorld()
    const authProvider = createMcpClientCredentialsAuth({ clientId: 'machine', clientSecret: SECRET, scope: 'tools.read' })
    const connection = await connectMcpServer('enterprise-tools', { url: world.gate.url, authProvider })
    const remote = connection.tools[REMOTE]
    expect(await remote.call('t', {}, {})).toMatchObject({ kind: 'complete' })
    expect(remote.drainEvents()).toEqual([])
    const [first = ''] = world.gate.tokens
    expect(remote.sentSecrets()).toEqual([first])

    world.gate.refuseKnownTokens()
    expect(await remote.call('t', {}, {})).toMatchObject({ kind: 'complete' })
    expect(remote.drainEvents()).toEqual([{ kind: 'reauthorized', status: 401 }])
    expect(remote.sentSecrets()).toEqual([first, world.gate.tokens.at(-1)])
    expect(world.authority.grants.map(({ grantType }) => grantType)).toEqual(['client_credentials', 'client_credentials'])
    expect(world.server.count('tools/call')).toBe(2)

    const shown = inspect([authProvider, connection], { showHidden: true, depth: null }) + JSON.stringify([authProvider, connection])
    for (const secret of [SECRET, ...world.gate.tokens]) expect(shown).not.toContain(secret)
    await connection.close()
  })

  it('of one provider serve several connections', async () => {
    await using world = await startWorld()
    const authProvider = createMcpClientCredentialsAuth({ clientId: 'machine', clientSecret: SECRET, scope: 'tools.read' })
    const connections = [await connectMcpServer('a', { url: world.gate.url, authProvider }), await connectMcpServer('b', { url: world.gate.url, authProvider })]
    await Promise.all(connections.map((connection) => connection.close()))
    expect(new Set(world.gate.tokens).size).toBe(1)
  })

  it('that the authorization server refuses leave nothing open', async () => {
    await using world = await startWorld()
    const authProvider = createMcpClientCredentialsAuth({ clientId: 'machine', clientSecret: `${SECRET}-wrong` })
    const error = await expectCode(connectMcpServer('a', { url: world.gate.url, authProvider }), 'token_request_failed')
    expect(inspect(error, { depth: null }) + JSON.stringify(error)).not.toContain(SECRET)
    expect(world.server.requests).toHaveLength(0)
  })

  it('are for the reviewed resource alone', async () => {
    await using world = await startWorld()
    const authProvider = createMcpClientCredentialsAuth({ clientId: 'machine', clientSecret: SECRET, resource: 'https://other.example/mcp' })
    await expectCode(connectMcpServer('a', { url: world.gate.url, authProvider }), 'resource_mismatch')
  })
})

describe('an authorization code', () => {
  /** An application with a session on its server. */
  function application(more: Partial<McpAuthorizationCodeOptions> = {}) {
    const session = new Map<string, OAuthState>()
    const sent: URL[] = []
    const authProvider = createMcpAuthorizationCodeAuth({
      redirectUrl: REDIRECT,
      clientId: 'app',
      clientSecret: SECRET,
      scopes: ['tools.read'],
      onAuthorizationUrl: (url) => void sent.push(url),
      loadState: () => session.get('mcp-oauth'),
      saveState: (state) => session.set('mcp-oauth', state),
      ...more
    })
    return { authProvider, session, sent }
  }

  it('is asked for once, used once, and later connections need none', async () => {
    await using world = await startWorld()
    const { authProvider, session, sent } = application()
    await expectCode(connectMcpServer('user-tools', { url: world.gate.url, authProvider }), 'authorization_required')
    expect(sent).toHaveLength(1)
    const authorizationResponse = await visitAuthorization(sent[0] ?? '')

    const connection = await connectMcpServer('user-tools', { url: world.gate.url, authProvider, authorizationResponse })
    expect(await connection.tools[REMOTE].call('t', {}, {})).toMatchObject({ kind: 'complete' })
    expect(connection.tools[REMOTE].sentSecrets()).toEqual([world.gate.tokens[0]])
    await connection.reconnect()
    await connection.close()

    const later = await connectMcpServer('user-tools', { url: world.gate.url, authProvider: application({ loadState: () => session.get('mcp-oauth') }).authProvider })
    await later.close()
    expect(sent).toHaveLength(1)
    expect(world.authority.grants.map(({ grantType }) => grantType)).toEqual(['authorization_code'])
    const shown = inspect([authProvider, connection], { showHidden: true, depth: null })
    for (const secret of [SECRET, ...world.gate.tokens]) expect(shown).not.toContain(secret)
  })

  it('alone is refused where the authorization server promises to say who it is', async () => {
    await using world = await startWorld()
    const { authProvider, sent } = application()
    await expectCode(connectMcpServer('a', { url: world.gate.url, authProvider }), 'authorization_required')
    const callback = new URL(await visitAuthorization(sent[0] ?? ''))
    const authorizationCode = callback.searchParams.get('code') ?? undefined
    await expectCode(connectMcpServer('a', { url: world.gate.url, authProvider, authorizationCode }), 'issuer_missing')
    expect(world.authority.grants).toEqual([])
  })

  it('of a user who says no is refused', async () => {
    await using world = await startWorld()
    const { authProvider, sent } = application()
    await expectCode(connectMcpServer('a', { url: world.gate.url, authProvider }), 'authorization_required')
    const authorizationResponse = await visitAuthorization(sent[0] ?? '', { decision: 'cancel' })
    const { details } = await expectCode(connectMcpServer('a', { url: world.gate.url, authProvider, authorizationResponse }), 'authorization_refused')
    expect(details).toEqual({ error: 'access_denied' })
  })

  it('may keep its state in a store that compares and sets', async () => {
    await using world = await startWorld()
    const store = createMemoryStateStore()
    const { authProvider, sent } = application({ store, loadState: undefined, saveState: undefined })
    await expectCode(connectMcpServer('a', { url: world.gate.url, authProvider }), 'authorization_required')
    const authorizationResponse = await visitAuthorization(sent[0] ?? '')
    await (await connectMcpServer('a', { url: world.gate.url, authProvider, authorizationResponse })).close()
    expect(await store.load()).toMatchObject({ format: 'b10x.oauth-state.v1' })
  })
})

describe('options', () => {
  it.each<[string, object]>([
    ['clientId', { clientId: '' }],
    ['clientId', {}],
    ['privateKey', { clientId: 'x', clientSecret: 'y', privateKey: 'z' }],
    ['scopes', { clientId: 'x', clientSecret: 'y', scopes: ['a'] }]
  ])('of client credentials: %s of %o is refused', (option, options) => {
    const error = expectThrownCode(() => createMcpClientCredentialsAuth(options as McpClientCredentialsOptions), 'option_invalid')
    expect(error.details).toMatchObject({ option })
  })

  const whole = { redirectUrl: REDIRECT, onAuthorizationUrl: () => {}, loadState: () => null, saveState: () => {} }
  it.each<[string, object]>([
    ['onAuthorizationUrl', { onAuthorizationUrl: undefined }],
    ['loadState', { loadState: undefined }],
    ['saveState', { saveState: undefined }],
    ['loadState', { store: createMemoryStateStore() }],
    ['scope', { scope: 'tools.read' }]
  ])('of an authorization code: %s, with %o, is refused', (option, options) => {
    const error = expectThrownCode(() => createMcpAuthorizationCodeAuth({ ...whole, ...options } as McpAuthorizationCodeOptions), 'option_invalid')
    expect(error.details).toMatchObject({ option })
  })
})
