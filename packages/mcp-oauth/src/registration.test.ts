import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { callProtected } from './__fixtures__/call-protected.ts'
import { REDIRECT, scriptedLogin } from './__fixtures__/scripted-login.ts'
import { lastArrival } from './__fixtures__/start-scripted-server.ts'
import { startScriptedWorld } from './__fixtures__/start-scripted-world.ts'
import { createAuthorizationCodeFlow } from './create-authorization-code-flow.ts'
import { createMemoryStateStore } from './state/memory-state-store.ts'

const DOCUMENT = 'https://agents.example/client.json'
const REGISTER = 'POST /register'

describe('the client', () => {
  it('is the configured one, then its document, then a registration', async () => {
    await using world = await startScriptedWorld()
    world.metadataMembers = { client_id_metadata_document_supported: true }
    const configured = scriptedLogin(world, { clientId: 'configured', clientMetadataUrl: DOCUMENT })
    await expectCode(configured.flow.authorize(configured.target).login(), 'authorization_required')
    const document = scriptedLogin(world, { clientMetadataUrl: DOCUMENT })
    await document.letIn()
    expect(world.authority.count(REGISTER)).toBe(0)
    world.metadataMembers = {}
    const registered = scriptedLogin(world, { clientMetadataUrl: DOCUMENT })
    await registered.letIn()
    const ids = [configured, document, registered].map(({ urls }) => urls[0]?.searchParams.get('client_id'))
    expect(ids).toEqual(['configured', DOCUMENT, 'registered'])
    expect(world.authority.arrivals.filter(({ line }) => line === 'POST /token').map(({ form }) => form.get('client_id'))).toEqual([DOCUMENT, 'registered'])
  })

  it('is registered once for each redirect, as what it is', async () => {
    await using world = await startScriptedWorld()
    const store = createMemoryStateStore()
    for (const redirectUrl of [REDIRECT, REDIRECT, 'https://agents.example/callback', 'com.example.agent:/callback']) {
      const login = scriptedLogin(world, { store, redirectUrl, clientName: 'Agent' })
      await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
      expect(login.urls[0]?.searchParams.get('redirect_uri')).toBe(redirectUrl)
    }
    const sent = world.authority.arrivals.filter(({ line }) => line === REGISTER).map(({ text }) => JSON.parse(text) as Record<string, unknown>)
    expect(sent.map((one) => one['application_type'])).toEqual(['native', 'web', 'native'])
    expect(sent[0]).toEqual({
      redirect_uris: [REDIRECT],
      client_name: 'Agent',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native'
    })
  })

  it('is registered anew when its secret has expired', async () => {
    await using world = await startScriptedWorld()
    world.authority.routes[REGISTER] = () => ({ status: 201, json: { client_id: 'x', client_secret: 'a-secret', client_secret_expires_at: 1000 } })
    const login = scriptedLogin(world)
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    expect(world.authority.count(REGISTER)).toBe(2)
  })

  it.each([
    ['none', undefined, null, null],
    ['client_secret_basic', 'a-secret', 'x:a-secret', null],
    ['client_secret_post', 'a-secret', null, 'a-secret']
  ])('proves itself as its registration says: %s', async (method, secret, basic, post) => {
    await using world = await startScriptedWorld()
    world.authority.routes[REGISTER] = () => ({ status: 201, json: { client_id: 'x', client_secret: secret, token_endpoint_auth_method: method } })
    await scriptedLogin(world).letIn()
    const { headers, form } = lastArrival(world.authority)
    expect(headers['authorization'] === undefined ? null : atob(String(headers['authorization']).replace('Basic ', ''))).toBe(basic)
    expect(form.get('client_secret')).toBe(post)
  })

  it.each([
    ['a refusal', { status: 400, json: { error: 'invalid_redirect_uri' } }, 'refused'],
    ['nothing', 'reset', 'refused'],
    ['no id', { status: 201, json: {} }, 'response_invalid'],
    ['an id that breaks headers', { status: 201, json: { client_id: 'a\r\nb' } }, 'response_invalid'],
    ['a secret that is no text', { status: 201, json: { client_id: 'a', client_secret: 1 } }, 'response_invalid'],
    ['an expiry that is no number', { status: 201, json: { client_id: 'a', client_secret: 'b', client_secret_expires_at: 'x' } }, 'response_invalid'],
    ['a page', { status: 201, type: 'text/html', body: '<html>' }, 'response_invalid'],
    ['a flood', { status: 201, body: ' '.repeat(300_000) }, 'response_invalid']
  ] as const)('fails to register with %s', async (_name, reply, reason) => {
    await using world = await startScriptedWorld()
    world.authority.routes[REGISTER] = () => reply
    const login = scriptedLogin(world)
    const error = await expectCode(login.flow.authorize(login.target).login(), 'client_registration_failed')
    expect(error.details).toEqual({ reason })
    expect(login.urls).toEqual([])
  })

  it('registers anew where the server moves, and takes nothing along (M-31)', async () => {
    await using world = await startScriptedWorld()
    await using other = await startScriptedWorld()
    const login = scriptedLogin(world)
    const authorization = await login.letIn()
    world.resourceMembers = { authorization_servers: [other.authority.origin] }
    world.admit = () => ({ status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
    other.authority.routes[REGISTER] = () => ({ status: 201, json: { client_id: 'theirs' } })
    await expectCode(callProtected(world.endpoint, world.exchange, authorization), 'authorization_required')
    expect(login.urls.at(-1)?.origin).toBe(other.authority.origin)
    expect(login.urls.at(-1)?.searchParams.get('client_id')).toBe('theirs')
    const seen = other.authority.arrivals.map(({ text, headers, query }) => `${text} ${JSON.stringify(headers)} ${query.toString()}`).join()
    for (const old of ['access-1', 'refresh-1', 'registered']) expect(seen).not.toContain(old)
    expect(await authorization.headers(new AbortController().signal)).toEqual({})
  })

  it('keeps the server that it has credentials for, where several are listed', async () => {
    await using world = await startScriptedWorld()
    await using other = await startScriptedWorld()
    const login = scriptedLogin(world)
    const authorization = await login.letIn()
    world.resourceMembers = { authorization_servers: [other.authority.origin, world.authority.origin] }
    let refused = 0
    world.admit = (token) => (token === 'access-1' ? ((refused += 1), { status: 401, headers: { 'www-authenticate': 'Bearer' } }) : { json: {} })
    expect(await callProtected(world.endpoint, world.exchange, authorization)).toBe(200)
    expect([refused, other.authority.arrivals.length]).toEqual([1, 0])
  })
})

describe('the options', () => {
  it.each([
    ['redirectUrl', { redirectUrl: 'nowhere' }],
    ['redirectUrl', { redirectUrl: 'http://agents.example/callback' }],
    ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }],
    ['redirectUrl', { redirectUrl: 'https://agents.example/callback#x' }],
    ['clientMetadataUrl', { clientMetadataUrl: 'https://agents.example/' }],
    ['clientMetadataUrl', { clientMetadataUrl: 'http://agents.example/client.json' }],
    ['clientMetadataUrl', { clientMetadataUrl: 'https://agents.example/x/../client.json' }],
    ['clientSecret', { clientSecret: 'without an id' }],
    ['clientId', { clientId: '' }],
    ['scopes', { scopes: ['a b'] }]
  ])('refuse %s', (option, options) => {
    const make = (): unknown => createAuthorizationCodeFlow({ redirectUrl: REDIRECT, onAuthorizationUrl: () => undefined, store: createMemoryStateStore(), ...options })
    expect(expectThrownCode(make, 'option_invalid').details['option']).toBe(option)
  })

  it.each([
    ['unparsable', 'nowhere'],
    ['scheme', 'ftp://127.0.0.1/'],
    ['insecure', 'http://mcp.example/mcp'],
    ['userinfo', 'https://user@mcp.example/mcp'],
    ['fragment', 'https://mcp.example/mcp#x']
  ])('refuse an endpoint: %s', (reason, endpoint) => {
    const flow = createAuthorizationCodeFlow({ redirectUrl: REDIRECT, onAuthorizationUrl: () => undefined, store: createMemoryStateStore() })
    const exchange = { exchange: () => Promise.reject(new Error('never')), close: () => Promise.resolve() }
    expect(expectThrownCode(() => flow.authorize({ endpoint, exchange }), 'endpoint_invalid').details).toEqual({ reason })
    expect(flow.authorize({ endpoint: 'http://mcp.example/mcp', exchange, allowInsecureHosts: ['MCP.example'] })).toBeDefined()
  })
})
