// The secrets of OAuth: client secret, code, state, verifier, access and refresh tokens. They are in the state that the
// application keeps, on the wire, and nowhere else, however it ends.
import { connectMcpServer, createMcpAuthorizationCodeAuth, createMcpClientCredentialsAuth, createMemoryAudit, createScriptedModel, createSession, toolPolicy } from '@b10x/harness-mcp'
import type { McpServerOptions } from '@b10x/harness-mcp'
import { startAuthorizationServer, startBearerGate, startHttpServer, tool, visitAuthorization } from '@b10x/testkit'
import type { AuthorizationServer, BearerGate, HttpServer } from '@b10x/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { everyViewOf, everyViewOfCauses } from './__fixtures__/canary.ts'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 90_000 })

const REDIRECT = 'http://127.0.0.1:1/callback'
const SECRET = 'canary-client-secret-0123456789'

let authorizationServer: AuthorizationServer
let upstream: HttpServer
let server: BearerGate
let said: string[]

beforeEach(async () => {
  authorizationServer = await startAuthorizationServer({
    clients: [{ id: 'user-harness', secret: SECRET, redirectUrls: [REDIRECT] }, { id: 'harness', secret: SECRET }]
  })
  upstream = await startHttpServer({ tools: [tool('t')] })
  server = await startBearerGate({ upstream: upstream.url, authorizationServer })
  said = []
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) vi.spyOn(console, method).mockImplementation((...words: unknown[]) => void said.push(...words.map(everyViewOf)))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all([server.close(), upstream.close(), authorizationServer.close()])
})

/** Connects and uses the tool once; gives all that a host can look at. The credentials come back in the result. */
async function lookAt(options: Partial<McpServerOptions>): Promise<string> {
  const seen: unknown[] = [options.authProvider]
  said.length = 0
  try {
    const connection = await connectMcpServer('s', { url: server.url, bounds: { connectDeadlineMs: 10_000 }, ...options })
    upstream.become({ results: { t: { content: [{ type: 'text', text: `you sent ${server.tokens.at(-1) ?? ''}` }] } } })
    const audit = createMemoryAudit()
    const session = createSession({
      model: createScriptedModel([{ call: { tool: 's_t' } }, { say: 'done', expect: { refused: 'credential_echoed' } }]), tools: connection.tools, toolPolicy: toolPolicy({ allow: ['*'] }), audit
    })
    seen.push(await session.prompt('Go'), audit.rows, session, session.transcript(), connection, connection.tools)
    await connection.close()
    seen.push(connection)
  } catch (error) {
    seen.push(error)
    said.push(everyViewOfCauses(error))
  }
  return [...seen.map(everyViewOf), ...said].join('\n')
}

/** Long texts in a value, addresses aside: what an application would have to hide. */
function secretsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length >= 20 && !value.startsWith('http') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(secretsIn) : []
}

const found = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')]).filter((form) => text.includes(form))

describe('client credentials', () => {
  it.each([
    ['that are good', SECRET, {}, 'credential_echoed'],
    ['that are refused', 'canary-of-a-wrong-secret-0123', {}, 'token_request_failed'],
    ['with a scope that nobody knows', SECRET, { scope: 'unknown.scope' }, 'credential_echoed'],
    ['of an issuer that is another', SECRET, { issuer: 'https://canary.invalid' }, 'oauth_metadata_invalid'],
    ['for another resource', SECRET, { resource: 'https://canary.invalid/mcp' }, 'resource_mismatch']
  ])('%s are shown nowhere', async (_what, clientSecret, more, outcome) => {
    const text = await lookAt({ authProvider: createMcpClientCredentialsAuth({ clientId: 'harness', clientSecret, scope: 'tools.read', ...more }) })
    expect(text).toContain(outcome)
    const basic = Buffer.from(`harness:${clientSecret}`).toString('base64')
    expect(found(text, [clientSecret, basic, ...server.tokens])).toEqual([])
  })

  it('are not shown when the authorization server is gone', async () => {
    const authProvider = createMcpClientCredentialsAuth({ clientId: 'harness', clientSecret: SECRET })
    await authorizationServer.close()
    expect(found(await lookAt({ authProvider }), [SECRET])).toEqual([])
  })
})

describe('what a user authorized', () => {
  it('is shown nowhere, from the first visit to a code that comes twice', async () => {
    const states: unknown[] = []
    const visits: URL[] = []
    const authProvider = createMcpAuthorizationCodeAuth({
      redirectUrl: REDIRECT, clientId: 'user-harness', clientSecret: SECRET, scopes: ['tools.read'],
      onAuthorizationUrl: (url) => void visits.push(url), loadState: () => states.at(-1) as never, saveState: (state) => void states.push(state)
    })
    const texts = [await lookAt({ authProvider })]
    const callback = await visitAuthorization(visits[0] ?? '')
    const wrong = new URL(callback)
    wrong.searchParams.set('state', 'canary-of-a-wrong-state-0123456789')
    texts.push(await lookAt({ authProvider, authorizationResponse: wrong }))
    texts.push(await lookAt({ authProvider, authorizationResponse: callback }))
    server.refuseKnownTokens()
    texts.push(await lookAt({ authProvider, authorizationResponse: callback }))
    texts.push(await lookAt({ authProvider }))
    await authorizationServer.close()
    server.refuseKnownTokens()
    texts.push(await lookAt({ authProvider }))

    const secrets = [SECRET, ...server.tokens, ...secretsIn(states), ...secretsIn([...new URL(callback).searchParams.values()])].filter((secret) => secret !== 'b10x.oauth-state.v1')
    // Each of them went another way.
    const codes = ['authorization_required', 'authorization_response_invalid', 'credential_echoed', 'authorization_code_spent', 'credential_echoed', 'oauth_metadata_invalid']
    expect(texts.map((text) => codes.find((code) => text.includes(code)))).toEqual(codes)
    expect(new Set(secrets).size).toBeGreaterThan(5)
    expect(texts.map((text) => found(text, secrets))).toEqual(texts.map(() => []))
  })
})
