/// <reference types="node" />
// A user gives this program access: PKCE, state kept by the application, a code that is good once, and refresh tokens that
// later connections use without the user.
import { connectMcpServer, createMcpAuthorizationCodeAuth } from '@b10x/harness-mcp'
import type { McpAuthProvider } from '@b10x/harness-mcp'
import { createHttpExchange } from '@b10x/mcp-foundation/http'
import type { HttpExchange } from '@b10x/ports'
import { expectCode, startAuthorizationServer, startBearerGate, startHttpServer, tool, visitAuthorization } from '@b10x/testkit'
import type { AuthorizationServer, BearerGate, HttpServer } from '@b10x/testkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 90_000 })

const REDIRECT = 'http://127.0.0.1:1/oauth/mcp/callback'

let authorizationServer: AuthorizationServer
let upstream: HttpServer
let server: BearerGate
/** Where the application sent its user. */
let visits: URL[]

beforeEach(async () => {
  authorizationServer = await startAuthorizationServer({ clients: [{ id: 'harness', secret: 'a-secret-of-the-harness', redirectUrls: [REDIRECT] }] })
  upstream = await startHttpServer({ tools: [tool('whoami')] })
  server = await startBearerGate({ upstream: upstream.url, authorizationServer })
  visits = []
  vi.stubEnv('MCP_SERVER_URL', server.url)
  vi.stubEnv('MCP_CLIENT_ID', 'harness')
  vi.stubEnv('MCP_CLIENT_SECRET', 'a-secret-of-the-harness')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all([server.close(), upstream.close(), authorizationServer.close()])
})

/** A session on the application's server. In production it is encrypted. */
function createEncryptedSession(): { get(name: string): Promise<never>; set(name: string, value: unknown): Promise<void> } {
  const kept = new Map<string, string>()
  return {
    get: async (name) => JSON.parse(kept.get(name) ?? 'null') as never,
    set: async (name, value) => void kept.set(name, JSON.stringify(value))
  }
}

function createProvider(encryptedSession = createEncryptedSession()): McpAuthProvider {
  const redirectUser = (url: URL): void => void visits.push(url)

  return createMcpAuthorizationCodeAuth({
    redirectUrl: REDIRECT,
    clientName: 'Fabric Harness',
    clientId: process.env['MCP_CLIENT_ID'] ?? '',
    clientSecret: process.env['MCP_CLIENT_SECRET'],
    scopes: ['tools.read'],
    onAuthorizationUrl: (url) => redirectUser(url),
    loadState: () => encryptedSession.get('mcp-oauth'),
    saveState: (state) => encryptedSession.set('mcp-oauth', state)
  })
}

/** Every server that we can start keeps to RFC 9207. For one that does not, the promise is taken out of its metadata. */
function forgetIssuerPromise(): HttpExchange & AsyncDisposable {
  const inner = createHttpExchange()
  return {
    exchange: (request, sink) =>
      inner.exchange(request, {
        onHead: (status, headers) => sink.onHead(status, headers),
        onChunk: (chunk) => sink.onChunk(Buffer.from(Buffer.from(chunk).toString('latin1').replace('"authorization_response_iss', '"unspoken______response_iss'), 'latin1'))
      }),
    close: () => inner.close(),
    [Symbol.asyncDispose]: () => inner.close()
  }
}

it('OAuth authorization code', async () => {
  const authProvider = createProvider()

  // Nobody has authorized this program yet: the user is sent off, once, and connecting ends.
  await expectCode(connectMcpServer('user-tools', { url: process.env['MCP_SERVER_URL'] ?? '', authProvider }), 'authorization_required')
  expect(visits).toHaveLength(1)
  const callbackUrl = new URL(await visitAuthorization(visits[0] ?? ''))

  // On the callback request, pass the whole address once: it says which server answered (RFC 9207).
  const connection = await connectMcpServer('user-tools', {
    url: process.env['MCP_SERVER_URL'] ?? '',
    authProvider,
    authorizationResponse: callbackUrl
  })
  expect(connection.tools.tools.map(({ published }) => published.name)).toEqual(['user-tools_whoami'])
  await connection.close()

  // Later connections through the same state use the refresh token, and not the user.
  server.refuseKnownTokens()
  const later = await connectMcpServer('user-tools', { url: process.env['MCP_SERVER_URL'] ?? '', authProvider })
  await later.close()
  expect(authorizationServer.grants.map(({ grantType, error }) => [grantType, error])).toEqual([['authorization_code', null], ['refresh_token', null]])
  expect(visits).toHaveLength(1)
})

it('a bare code is not enough where the authorization server says who it is', async () => {
  const authProvider = createProvider()
  await expectCode(connectMcpServer('user-tools', { url: server.url, authProvider }), 'authorization_required')
  const callbackUrl = new URL(await visitAuthorization(visits[0] ?? ''))

  const connecting = connectMcpServer('user-tools', {
    url: process.env['MCP_SERVER_URL'] ?? '',
    authProvider,
    authorizationCode: callbackUrl.searchParams.get('code') ?? undefined
  })

  // It advertises `iss`, and a bare code comes without one: it could be of anybody.
  await expectCode(connecting, 'issuer_missing')
  expect(authorizationServer.grants).toEqual([])
})

it('a bare code is enough where the authorization server promises no more', async () => {
  const authProvider = createProvider()
  await using exchange = forgetIssuerPromise()
  await expectCode(connectMcpServer('user-tools', { url: server.url, authProvider, exchange }), 'authorization_required')
  const callbackUrl = new URL(await visitAuthorization(visits[0] ?? ''))

  const connection = await connectMcpServer('user-tools', {
    url: process.env['MCP_SERVER_URL'] ?? '',
    authProvider,
    authorizationCode: callbackUrl.searchParams.get('code') ?? undefined,
    exchange
  })

  expect(connection.tools.tools).toHaveLength(1)
  await connection.close()
})

it('a code is good once, whoever comes with it', async () => {
  const encryptedSession = createEncryptedSession()
  await expectCode(connectMcpServer('user-tools', { url: server.url, authProvider: createProvider(encryptedSession) }), 'authorization_required')
  const authorizationResponse = await visitAuthorization(visits[0] ?? '')
  const connection = await connectMcpServer('user-tools', { url: server.url, authProvider: createProvider(encryptedSession), authorizationResponse })
  await connection.close()
  server.refuseKnownTokens()
  const again = connectMcpServer('user-tools', { url: server.url, authProvider: createProvider(encryptedSession), authorizationResponse })
  const code = await again.then((late) => late.close().then(() => 'connected'), (error: { readonly code: string }) => error.code)
  expect(code).toBe('authorization_code_spent')
  expect(authorizationServer.grants.filter(({ grantType }) => grantType === 'authorization_code')).toHaveLength(1)
})

it('a user who says no ends the connection', async () => {
  const authProvider = createProvider()
  await expectCode(connectMcpServer('user-tools', { url: server.url, authProvider }), 'authorization_required')
  const authorizationResponse = await visitAuthorization(visits[0] ?? '', { decision: 'cancel' })
  const { details } = await expectCode(connectMcpServer('user-tools', { url: server.url, authProvider, authorizationResponse }), 'authorization_refused')
  expect(details).toEqual({ error: 'access_denied' })
})
