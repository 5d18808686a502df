import { generateKeyPairSync } from 'node:crypto'
import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { callProtected } from './__fixtures__/call-protected.ts'
import { startRealServers } from './__fixtures__/start-real-servers.ts'
import { lastArrival } from './__fixtures__/start-scripted-server.ts'
import { startScriptedWorld } from './__fixtures__/start-scripted-world.ts'
import { createClientCredentialsFlow } from './create-client-credentials-flow.ts'
import type { OAuthState } from './oauth-state.ts'
import { createMemoryStateStore } from './state/memory-state-store.ts'

const SECRET = 'machine secret: 0123456789'

describe('client credentials with a real authorization server', () => {
  it('prove themselves with a secret, once for all that wait', async () => {
    await using servers = await startRealServers({ clients: [{ id: 'machine-1', secret: SECRET }] })
    const { gate, exchange, authorizationServer } = servers
    const authorization = createClientCredentialsFlow({ clientId: 'machine-1', clientSecret: SECRET, scope: 'tools.read' }).authorize({ endpoint: gate.url, exchange })
    const calls = await Promise.all([1, 2, 3].map(() => callProtected(gate.url, exchange, authorization)))
    expect(calls).toEqual([200, 200, 200])
    expect(authorizationServer.grants).toEqual([{ grantType: 'client_credentials', clientId: 'machine-1', error: null }])
    expect(await authorization.status()).toMatchObject({ state: 'authorized', clientId: 'machine-1', refreshable: true, scopes: ['tools.read'] })
    gate.refuseKnownTokens()
    expect(await callProtected(gate.url, exchange, authorization)).toBe(200)
    expect(authorizationServer.grants).toHaveLength(2)
  })

  it('prove themselves with a key (RFC 7523)', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const client = { id: 'keyed', authMethod: 'private_key_jwt', publicJwk: { ...publicKey.export({ format: 'jwk' }), kid: 'one' } } as const
    await using servers = await startRealServers({ clients: [client] })
    const { gate, exchange, authorizationServer } = servers
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const authorization = createClientCredentialsFlow({ clientId: 'keyed', privateKey: pem, keyId: 'one' }).authorize({ endpoint: gate.url, exchange })
    expect(await callProtected(gate.url, exchange, authorization)).toBe(200)
    expect(authorizationServer.grants).toEqual([{ grantType: 'client_credentials', clientId: 'keyed', error: null }])
  })

  it('say when the secret is wrong', async () => {
    await using servers = await startRealServers({ clients: [{ id: 'machine', secret: SECRET }] })
    const { gate, exchange } = servers
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'wrong' }).authorize({ endpoint: gate.url, exchange })
    const error = await expectCode(callProtected(gate.url, exchange, authorization), 'token_request_failed')
    expect(error.details).toEqual({ error: 'invalid_client', status: 401 })
  })

  it('ask once more with the scope that the server names', async () => {
    const scopesOf = (method: string): readonly string[] => (method === 'tools/call' ? ['tools.write'] : ['tools.read'])
    await using servers = await startRealServers({ clients: [{ id: 'machine', secret: SECRET }] }, { scopesOf })
    const { gate, exchange, authorizationServer } = servers
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: SECRET }).authorize({ endpoint: gate.url, exchange })
    expect(await callProtected(gate.url, exchange, authorization)).toBe(200)
    expect(await callProtected(gate.url, exchange, authorization, 'tools/call')).toBe(200)
    expect((await authorization.status()).scopes).toEqual(['tools.read', 'tools.write'])
    expect(await callProtected(gate.url, exchange, authorization)).toBe(200)
    expect(authorizationServer.grants).toHaveLength(2)
  })
})

describe('client credentials', () => {
  it.each([
    [undefined, 'basic'],
    [['client_secret_post', 'client_secret_basic'], 'basic'],
    [['client_secret_post'], 'post']
  ])('go where the metadata says: %s', async (methods, way) => {
    await using world = await startScriptedWorld()
    world.metadataMembers = { token_endpoint_auth_methods_supported: methods }
    const authorization = createClientCredentialsFlow({ clientId: 'a-b_c', clientSecret: SECRET, scope: 'x y' }).authorize(world)
    await authorization.login()
    const { headers, form } = lastArrival(world.authority)
    const basic = Buffer.from(String(headers['authorization'] ?? '').replace('Basic ', ''), 'base64').toString()
    expect(basic).toBe(way === 'basic' ? `a-b_c:${encodeURIComponent(SECRET).replaceAll('%20', '+')}` : '')
    expect(form.get('client_secret')).toBe(way === 'post' ? SECRET : null)
    expect(Object.fromEntries(form)).toMatchObject({ grant_type: 'client_credentials', scope: 'x y', resource: world.endpoint })
  })

  it('are renewed before they expire, and keep no refresh token', async () => {
    await using world = await startScriptedWorld()
    let ahead = 0
    const store = createMemoryStateStore()
    const flow = createClientCredentialsFlow({ clientId: 'machine', clientSecret: SECRET, store })
    const authorization = flow.authorize({ ...world, clock: { now: () => Date.now() + ahead } })
    await authorization.login()
    ahead = 3_590_000
    expect(await authorization.headers(new AbortController().signal)).toEqual({ authorization: 'Bearer access-2' })
    expect(world.authority.arrivals.filter(({ line }) => line === 'POST /token').map(({ form }) => form.get('grant_type'))).toEqual(['client_credentials', 'client_credentials'])
    expect(JSON.stringify(await store.load())).not.toContain('refresh-')
  })

  it('do not follow a server to another authorization server (M-31)', async () => {
    await using world = await startScriptedWorld()
    await using other = await startScriptedWorld()
    const store = createMemoryStateStore()
    const flow = createClientCredentialsFlow({ clientId: 'machine', clientSecret: SECRET, store })
    const authorization = flow.authorize(world)
    await authorization.login()
    world.resourceMembers = { authorization_servers: [other.authority.origin] }
    world.admit = () => ({ status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
    const error = await expectCode(callProtected(world.endpoint, world.exchange, authorization), 'oauth_metadata_invalid')
    expect(error.details).toEqual({ document: 'protected_resource', reason: 'issuer_mismatch' })
    expect(other.authority.count('POST /token')).toBe(0)
    expect(other.authority.arrivals.map(({ text, headers }) => text + JSON.stringify(headers)).join()).not.toContain('machine')
    expect(await authorization.headers(new AbortController().signal)).toEqual({})
  })

  it('are of no use to a client with another id', async () => {
    await using world = await startScriptedWorld()
    const store = createMemoryStateStore()
    await createClientCredentialsFlow({ clientId: 'one', clientSecret: SECRET, store }).authorize(world).login()
    const other = createClientCredentialsFlow({ clientId: 'two', clientSecret: SECRET, store }).authorize(world)
    expect(await other.headers(new AbortController().signal)).toEqual({})
  })

  it.each([
    ['neither a secret nor a key', {}, 'clientSecret'],
    ['both', { clientSecret: 'x', privateKey: 'y' }, 'clientSecret'],
    ['a secret with a line break', { clientSecret: 'x\ny' }, 'clientSecret'],
    ['a key that is none', { privateKey: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' }, 'privateKey'],
    ['a scope that is none', { clientSecret: 'x', scope: 'a "b"' }, 'scope'],
    ['an issuer that is none', { clientSecret: 'x', issuer: 'nowhere' }, 'issuer']
  ])('are refused with %s', (_name, options, option) => {
    const error = expectThrownCode(() => createClientCredentialsFlow({ clientId: 'machine', ...options }), 'option_invalid')
    expect(error.details['option']).toBe(option)
  })

  it.each([
    ['ec', 'RS256'],
    ['rsa', 'ES256'],
    ['ed25519', 'ES256']
  ] as const)('are refused with a key of another kind: %s for %s', (kind, algorithm) => {
    const key = kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey : kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : generateKeyPairSync('ed25519').privateKey
    const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString()
    const error = expectThrownCode(() => createClientCredentialsFlow({ clientId: 'machine', privateKey, algorithm }), 'option_invalid')
    expect(error.details).toEqual({ option: 'privateKey', reason: 'algorithm' })
  })

  it('are refused with a state of another format', async () => {
    await using world = await startScriptedWorld()
    const store = { load: () => ({ format: 'b10x.oauth-state.v2', revision: 1 }) as unknown as OAuthState, compareAndSet: () => true }
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: SECRET, store }).authorize(world)
    expect((await expectCode(authorization.login(), 'oauth_state_invalid')).details).toEqual({ reason: 'format' })
  })
})
