// A program with credentials of its own: the authorization server is found from the challenge of the MCP server, the token
// is for that server alone, and it is renewed when it is refused.
import { connectMcpServer, createMcpClientCredentialsAuth, createMemoryAudit, createScriptedModel, createSession, toolPolicy } from '@b10x/harness-mcp'
import { expectCode, startAuthorizationServer, startBearerGate, startHttpServer, tool } from '@b10x/testkit'
import type { AuthorizationServer, BearerGate, HttpServer } from '@b10x/testkit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 90_000 })

let authorizationServer: AuthorizationServer
let upstream: HttpServer
let server: BearerGate

beforeEach(async () => {
  authorizationServer = await startAuthorizationServer({ clients: [{ id: 'harness', secret: 'a-secret-of-the-harness' }] })
  upstream = await startHttpServer({ tools: [tool('catalog_search'), tool('catalog_delete'), tool('orders')] })
  server = await startBearerGate({ upstream: upstream.url, authorizationServer })
  vi.stubEnv('MCP_SERVER_URL', server.url)
  vi.stubEnv('MCP_CLIENT_ID', 'harness')
  vi.stubEnv('MCP_CLIENT_SECRET', 'a-secret-of-the-harness')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all([server.close(), upstream.close(), authorizationServer.close()])
})

it('OAuth client credentials', async () => {
  const authProvider = createMcpClientCredentialsAuth({
    clientId: process.env['MCP_CLIENT_ID'] ?? '',
    clientSecret: process.env['MCP_CLIENT_SECRET'],
    scope: 'tools.read'
  })

  const connection = await connectMcpServer('enterprise-tools', {
    url: process.env['MCP_SERVER_URL'] ?? '',
    authProvider,
    allowTools: ['catalog_*']
  })

  expect(connection.tools.tools.map(({ published }) => published.name)).toEqual(['enterprise-tools_catalog_delete', 'enterprise-tools_catalog_search'])
  expect(server.answers.filter((status) => status === 401)).toHaveLength(1)
  expect(authorizationServer.grants).toEqual([{ grantType: 'client_credentials', clientId: 'harness', error: null }])

  // Five calls meet a token that is no longer good: one new token, five answers, nothing sent twice to the tools.
  server.refuseKnownTokens()
  const call = { tool: 'enterprise-tools_catalog_search', arguments: {} }
  const audit = createMemoryAudit()
  const session = createSession({ model: createScriptedModel([{ call: Array(5).fill(call) as (typeof call)[] }, { say: 'done' }]), tools: connection.tools, toolPolicy: toolPolicy({ allow: ['*_search'] }), audit })
  const { calls } = await session.prompt('Search five times')
  await connection.close()

  expect(calls.map(({ refusal }) => refusal)).toEqual([null, null, null, null, null])
  expect(authorizationServer.grants).toHaveLength(2)
  expect(upstream.count('tools/call')).toBe(5)
  expect(audit.rows.filter(({ event }) => event === 'call_attempted')).toHaveLength(5)
  expect(audit.rows.some(({ event }) => event === 'reauthorized')).toBe(true)
})

it('a wrong secret is refused by the authorization server, and no text of it is shown', async () => {
  const authProvider = createMcpClientCredentialsAuth({ clientId: 'harness', clientSecret: 'not-the-secret', scope: 'tools.read' })
  const error = await expectCode(connectMcpServer('enterprise-tools', { url: server.url, authProvider }), 'token_request_failed')
  expect(error.details).toEqual({ error: 'invalid_client', status: 401 })
  expect(JSON.stringify(error)).not.toContain('not-the-secret')
})
