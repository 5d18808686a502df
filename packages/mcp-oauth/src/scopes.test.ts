import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { callProtected } from './__fixtures__/call-protected.ts'
import { scriptedLogin } from './__fixtures__/scripted-login.ts'
import { startScriptedWorld } from './__fixtures__/start-scripted-world.ts'
import type { ScriptedWorld } from './__fixtures__/start-scripted-world.ts'
import { createClientCredentialsFlow } from './create-client-credentials-flow.ts'

/** Refuses every token for lack of these scopes. */
function demandScopes(world: ScriptedWorld, ...scopes: readonly string[]): void {
  let turn = 0
  world.admit = (token) => {
    if (token === null) return { status: 401, headers: { 'www-authenticate': 'Bearer scope="first"' } }
    const scope = scopes[turn] ?? scopes.at(-1) ?? ''
    turn += 1
    return { status: 403, headers: { 'www-authenticate': `Bearer error="insufficient_scope"${scope === '' ? '' : `, scope="${scope}"`}` } }
  }
}

describe('the first scopes', () => {
  it.each([
    ['those of the challenge', 'Bearer scope="a b"', ['c'], undefined, 'a b'],
    ['all that the metadata lists', 'Bearer', ['c', 'd'], undefined, 'c d'],
    ['none where nothing is known', 'Bearer', undefined, undefined, null],
    ['those of the host, exactly', 'Bearer scope="a b"', ['c'], ['x'], 'x'],
    ['without offline_access, that nobody may ask a server for', 'Bearer scope="a offline_access"', undefined, undefined, 'a'],
    ['offline_access, where the host wants it', 'Bearer', undefined, ['x', 'offline_access'], 'x offline_access'],
    ['without what is no scope', 'Bearer scope="a \u00e9 b"', undefined, undefined, 'a b']
  ])('are %s', async (_name, challenge, supported, scopes, expected) => {
    await using world = await startScriptedWorld()
    world.resourceMembers = { scopes_supported: supported }
    world.admit = () => ({ status: 401, headers: { 'www-authenticate': challenge } })
    const login = scriptedLogin(world, { scopes })
    await expectCode(callProtected(world.endpoint, world.exchange, login.flow.authorize(login.target)), 'authorization_required')
    expect(login.urls[0]?.searchParams.get('scope')).toBe(expected)
  })

  it.each([
    ['listed, with refresh tokens', { scopes_supported: ['offline_access'] }, 'a offline_access', 'consent'],
    ['listed, and nothing said of grants', { scopes_supported: ['offline_access'], grant_types_supported: undefined }, 'a offline_access', 'consent'],
    ['listed, without refresh tokens', { scopes_supported: ['offline_access'], grant_types_supported: ['authorization_code'] }, 'a', null],
    ['not listed', { scopes_supported: ['a'] }, 'a', null]
  ])('have offline_access where it is %s', async (_name, metadata, scope, prompt) => {
    await using world = await startScriptedWorld()
    world.metadataMembers = metadata
    world.resourceMembers = { scopes_supported: ['a'] }
    const login = scriptedLogin(world)
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    expect(login.urls[0]?.searchParams.get('scope')).toBe(scope)
    expect(login.urls[0]?.searchParams.get('prompt')).toBe(prompt)
  })
})

describe('a step-up', () => {
  it('asks for what was asked before and what the server names', async () => {
    await using world = await startScriptedWorld()
    demandScopes(world, 'second')
    const login = scriptedLogin(world)
    await expectCode(callProtected(world.endpoint, world.exchange, login.flow.authorize(login.target)), 'authorization_required')
    const authorization = login.flow.authorize({ ...login.target, authorizationResponse: login.answer() })
    await expectCode(callProtected(world.endpoint, world.exchange, authorization), 'authorization_required')
    await expectCode(callProtected(world.endpoint, world.exchange, authorization), 'authorization_required')
    expect(login.urls.map((url) => url.searchParams.get('scope'))).toEqual(['first', 'first second'])
    // Granted, and refused for it all the same: asking again cannot help.
    const after = login.flow.authorize({ ...login.target, authorizationResponse: login.answer() })
    await expectCode(callProtected(world.endpoint, world.exchange, after), 'scope_insufficient')
    expect(login.urls).toHaveLength(2)
  })

  it('is not asked for where the token has the scope already', async () => {
    await using world = await startScriptedWorld()
    demandScopes(world, 'second')
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'x', scope: 'second' }).authorize(world)
    await expectCode(callProtected(world.endpoint, world.exchange, authorization), 'scope_insufficient')
    expect(world.authority.count('POST /token')).toBe(1)
  })

  it('is not repeated where the server did not grant it', async () => {
    await using world = await startScriptedWorld()
    demandScopes(world, 'second')
    world.token = () => ({ json: { access_token: `access-${Math.random()}`, token_type: 'Bearer', scope: 'first' } })
    const login = scriptedLogin(world)
    await expectCode(callProtected(world.endpoint, world.exchange, login.flow.authorize(login.target)), 'authorization_required')
    const one = login.flow.authorize({ ...login.target, authorizationResponse: login.answer() })
    await expectCode(callProtected(world.endpoint, world.exchange, one), 'authorization_required')
    const two = login.flow.authorize({ ...login.target, authorizationResponse: login.answer() })
    await expectCode(callProtected(world.endpoint, world.exchange, two), 'scope_insufficient')
  })

  it('ends where a server asks for more and more', async () => {
    await using world = await startScriptedWorld()
    demandScopes(world, ...Array.from({ length: 20 }, (_, n) => `s${n}`))
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'x' }).authorize(world)
    const codes: unknown[] = []
    for (let call = 0; call < 5; call += 1) {
      codes.push(await callProtected(world.endpoint, world.exchange, authorization).catch((error: unknown) => (error as { readonly code: string }).code))
    }
    expect(codes).toEqual(['credential_rejected', 'credential_rejected', 'credential_rejected', 'scope_insufficient', 'scope_insufficient'])
    expect(world.authority.count('POST /token')).toBe(4)
  })

  it('needs scopes to ask for', async () => {
    await using world = await startScriptedWorld()
    demandScopes(world, '')
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'x' }).authorize(world)
    await expectCode(callProtected(world.endpoint, world.exchange, authorization), 'scope_insufficient')
    expect(world.authority.count('POST /token')).toBe(1)
  })

  it.each(['Bearer error="invalid_request"', 'Basic realm="x"', ''])('is not what another 403 asks for: %s', async (challenge) => {
    await using world = await startScriptedWorld()
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'x' }).authorize(world)
    await authorization.login()
    world.admit = () => ({ status: 403, headers: challenge === '' ? {} : { 'www-authenticate': challenge } })
    await expectCode(callProtected(world.endpoint, world.exchange, authorization), 'credential_rejected')
    expect(world.authority.count('POST /token')).toBe(1)
  })
})
