import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { callProtected } from './__fixtures__/call-protected.ts'
import { scriptedLogin } from './__fixtures__/scripted-login.ts'
import { startScriptedWorld } from './__fixtures__/start-scripted-world.ts'
import type { ScriptedWorld } from './__fixtures__/start-scripted-world.ts'

const PRM = 'GET /.well-known/oauth-protected-resource/mcp'
const ROOT_PRM = 'GET /.well-known/oauth-protected-resource'
const METADATA = 'GET /.well-known/oauth-authorization-server'

/** The code that a first request ends with, its details, and how far it came. */
async function attempt(world: ScriptedWorld, issuer?: string): Promise<{ readonly code: string; readonly details: unknown; readonly url: URL | undefined }> {
  const login = scriptedLogin(world, { issuer })
  const before = world.authority.count('POST /register')
  const failure = await callProtected(world.endpoint, world.exchange, login.flow.authorize(login.target)).catch((error: unknown) => error)
  const { code, details } = failure as { readonly code: string; readonly details: unknown }
  if (code !== 'authorization_required') expect([world.authority.count('POST /register'), login.urls]).toEqual([before, []])
  return { code, details, url: login.urls[0] }
}

describe('the protected resource', () => {
  it('is looked for where the challenge says, and only there', async () => {
    await using world = await startScriptedWorld()
    const challenge = `Bearer realm="x", resource_metadata="${world.mcp.origin}/anywhere"`
    world.admit = () => ({ status: 401, headers: { 'www-authenticate': challenge } })
    world.mcp.routes['GET /anywhere'] = world.mcp.routes[PRM] ?? (() => ({}))
    expect(await attempt(world)).toMatchObject({ code: 'authorization_required' })
    expect(world.mcp.count(PRM)).toBe(0)
    delete world.mcp.routes['GET /anywhere']
    expect(await attempt(world)).toMatchObject({ code: 'oauth_metadata_invalid', details: { document: 'protected_resource', reason: 'not_found' } })
    expect(world.mcp.count(PRM)).toBe(0)
  })

  it('is looked for at the path, then at the root, also where a site answers everything with a page', async () => {
    await using world = await startScriptedWorld()
    const document = world.mcp.routes[PRM] ?? (() => ({}))
    world.mcp.routes[PRM] = () => ({ type: 'text/html', body: '<html>' })
    world.mcp.routes[ROOT_PRM] = document
    world.resourceMembers = { resource: world.mcp.origin }
    const { code, url } = await attempt(world)
    expect(code).toBe('authorization_required')
    expect(url?.searchParams.get('resource')).toBe(world.mcp.origin)
    expect(world.mcp.arrivals.map(({ line }) => line)).toEqual(['POST /mcp', PRM, ROOT_PRM])
  })

  it.each([
    ['of another host', { resource: 'https://evil.example/mcp' }],
    ['of another port', { resource: 'http://127.0.0.1:1/mcp' }],
    ['of a neighbour', { resource: '/mcpx' }],
    ['of a child', { resource: '/mcp/child' }],
    ['with a query', { resource: '/mcp?x=1' }],
    ['with a fragment', { resource: '/mcp#x' }]
  ])('is refused %s', async (_name, { resource }) => {
    await using world = await startScriptedWorld()
    world.resourceMembers = { resource: resource.startsWith('/') ? `${world.mcp.origin}${resource}` : resource }
    expect(await attempt(world)).toMatchObject({ code: 'resource_mismatch' })
    expect(world.authority.arrivals).toEqual([])
  })

  it.each([
    ['no resource', { resource: undefined }, 'member_missing'],
    ['a resource that is no text', { resource: 1 }, 'member_invalid'],
    ['no authorization server', { authorization_servers: [] }, 'no_authorization_server'],
    ['servers that are no list', { authorization_servers: 'x' }, 'member_invalid'],
    ['scopes that are no list', { scopes_supported: 'a b' }, 'member_invalid'],
    ['endless scopes', { scopes_supported: Array.from({ length: 500 }, (_, n) => `scope-number-${n}`) }, 'member_invalid']
  ])('is refused with %s', async (_name, members, reason) => {
    await using world = await startScriptedWorld()
    world.resourceMembers = members
    expect(await attempt(world)).toMatchObject({ code: 'oauth_metadata_invalid', details: { document: 'protected_resource', reason } })
  })

  it('is demanded, unless an issuer was reviewed', async () => {
    await using world = await startScriptedWorld()
    delete world.mcp.routes[PRM]
    expect(await attempt(world)).toMatchObject({ code: 'oauth_metadata_invalid', details: { document: 'protected_resource', reason: 'not_found' } })
    expect(world.authority.arrivals).toEqual([])
    const { code, url } = await attempt(world, world.authority.origin)
    expect(code).toBe('authorization_required')
    expect(url?.searchParams.get('resource')).toBe(world.endpoint)
  })

  it('has to list the reviewed issuer, and is not asked for another', async () => {
    await using world = await startScriptedWorld()
    const details = { document: 'protected_resource', reason: 'issuer_mismatch' }
    expect(await attempt(world, 'https://other.example')).toMatchObject({ code: 'oauth_metadata_invalid', details })
    world.resourceMembers = { authorization_servers: ['https://first.example', world.authority.origin] }
    expect(await attempt(world, world.authority.origin)).toMatchObject({ code: 'authorization_required' })
  })

  it('has to name the reviewed resource, which is sent as it was written', async () => {
    await using world = await startScriptedWorld()
    const login = scriptedLogin(world, {}, { resource: 'urn:reviewed:tools' })
    await expectCode(login.flow.authorize(login.target).login(), 'resource_mismatch')
    world.resourceMembers = { resource: 'urn:reviewed:tools' }
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    expect(login.urls[0]?.searchParams.get('resource')).toBe('urn:reviewed:tools')
  })

  it.each([
    ['with a bad challenge address', 'ftp://127.0.0.1/x', 'insecure_endpoint'],
    ['on a service of this machine that was not ours to meet', 'http://10.0.0.1/x', 'insecure_endpoint'],
    ['at no address', 'nowhere', 'insecure_endpoint']
  ])('is not fetched %s', async (_name, address, reason) => {
    await using world = await startScriptedWorld()
    world.admit = () => ({ status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${address}"` } })
    expect(await attempt(world)).toMatchObject({ code: 'oauth_metadata_invalid', details: { document: 'protected_resource', reason } })
  })
})

describe('the authorization server', () => {
  it('is asked in the order of the specification, with a path', async () => {
    await using world = await startScriptedWorld()
    const issuer = `${world.authority.origin}/tenant`
    world.resourceMembers = { authorization_servers: [issuer] }
    world.metadataMembers = { issuer }
    world.authority.routes['GET /tenant/.well-known/openid-configuration'] = world.authority.routes[METADATA] ?? (() => ({}))
    expect(await attempt(world)).toMatchObject({ code: 'authorization_required' })
    expect(world.authority.arrivals.map(({ line }) => line).filter((line) => line.startsWith('GET'))).toEqual([
      'GET /.well-known/oauth-authorization-server/tenant',
      'GET /.well-known/openid-configuration/tenant',
      'GET /tenant/.well-known/openid-configuration'
    ])
  })

  it('is asked at two addresses, without a path', async () => {
    await using world = await startScriptedWorld()
    world.authority.routes['GET /.well-known/openid-configuration'] = world.authority.routes[METADATA] ?? (() => ({}))
    delete world.authority.routes[METADATA]
    expect(await attempt(world)).toMatchObject({ code: 'authorization_required' })
    delete world.authority.routes['GET /.well-known/openid-configuration']
    expect(await attempt(world)).toMatchObject({ code: 'oauth_metadata_invalid', details: { document: 'authorization_server', reason: 'not_found' } })
  })

  it.each([
    ['another issuer', { issuer: 'https://evil.example' }, 'issuer_mismatch'],
    ['no issuer', { issuer: undefined }, 'member_missing'],
    ['no token endpoint', { token_endpoint: undefined }, 'member_missing'],
    ['no authorization endpoint', { authorization_endpoint: undefined }, 'member_missing'],
    ['a script', { authorization_endpoint: 'javascript:alert(1)' }, 'insecure_endpoint'],
    ['a file', { token_endpoint: 'file:///etc/passwd' }, 'insecure_endpoint'],
    ['plain http', { registration_endpoint: 'http://as.example/register' }, 'insecure_endpoint'],
    ['plain http for its keys', { jwks_uri: 'http://as.example/keys' }, 'insecure_endpoint'],
    ['a user in an address', { token_endpoint: 'https://user@as.example/token' }, 'member_invalid'],
    ['an endpoint that is no text', { token_endpoint: 7 }, 'member_invalid'],
    ['methods that are no list', { token_endpoint_auth_methods_supported: 'none' }, 'member_invalid']
  ])('is refused with %s', async (_name, members, reason) => {
    await using world = await startScriptedWorld()
    world.metadataMembers = members
    const login = scriptedLogin(world)
    const error = await expectCode(login.flow.authorize(login.target).login(), 'oauth_metadata_invalid')
    expect(error.details).toEqual({ document: 'authorization_server', reason })
    expect([world.authority.count('POST /register'), login.urls]).toEqual([0, []])
  })

  it.each(['slash', 'case'])('has its issuer compared as text: %s', async (kind) => {
    await using world = await startScriptedWorld()
    world.metadataMembers = { issuer: kind === 'slash' ? `${world.authority.origin}/` : world.authority.origin.toUpperCase() }
    expect(await attempt(world)).toMatchObject({ code: 'oauth_metadata_invalid', details: { reason: 'issuer_mismatch' } })
  })

  it.each([['nothing', undefined], ['plain', ['plain']], ['no list', []]])('has to offer S256, and not %s', async (_name, methods) => {
    await using world = await startScriptedWorld()
    world.metadataMembers = { code_challenge_methods_supported: methods }
    const login = scriptedLogin(world)
    await expectCode(login.flow.authorize(login.target).login(), 'pkce_unsupported')
    expect([world.authority.count('POST /register'), login.urls]).toEqual([0, []])
  })

  it('is not followed elsewhere', async () => {
    await using world = await startScriptedWorld()
    world.authority.routes[METADATA] = () => ({ status: 302, headers: { location: `${world.mcp.origin}/trap` } })
    expect(await attempt(world)).toMatchObject({ code: 'redirect_denied' })
    expect(world.mcp.count('GET /trap')).toBe(0)
  })

  it.each([
    ['a flood', { body: Buffer.alloc(300_000, 0x20) }, 'too_large'],
    ['no JSON', { body: '{' }, 'not_json'],
    ['a list', { json: [] }, 'not_json'],
    ['bytes that are no text', { body: Buffer.from('{"issuer":"\u00ff"}', 'latin1') }, 'not_json'],
    ['a byte order mark', { body: '\ufeff{}' }, 'not_json'],
    ['packed bytes', { headers: { 'content-encoding': 'gzip' }, body: '{}' }, 'not_json'],
    ['a failure', { status: 503 }, 'unreachable']
  ])('is refused where it answers with %s', async (_name, reply, reason) => {
    await using world = await startScriptedWorld()
    world.authority.routes[METADATA] = () => reply
    expect(await attempt(world)).toMatchObject({ code: 'oauth_metadata_invalid', details: { document: 'authorization_server', reason } })
  })
})
