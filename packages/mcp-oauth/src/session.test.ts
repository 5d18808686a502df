import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { callProtected } from './__fixtures__/call-protected.ts'
import { scriptedLogin } from './__fixtures__/scripted-login.ts'
import { startScriptedWorld } from './__fixtures__/start-scripted-world.ts'

const HOUR = 3_600_000
const anySignal = (): AbortSignal => new AbortController().signal

describe('an authorization', () => {
  it('sends the user off once for all that wait, and for all that come later', async () => {
    await using world = await startScriptedWorld()
    const login = scriptedLogin(world)
    const authorization = login.flow.authorize(login.target)
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => callProtected(world.endpoint, world.exchange, authorization)))
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: { code: 'authorization_required' } })
    await expectCode(callProtected(world.endpoint, world.exchange, authorization, 'tools/call'), 'authorization_required')
    await expectCode(authorization.login(), 'authorization_required')
    expect(login.urls).toHaveLength(1)
    expect(world.authority.count('POST /register')).toBe(1)
  })

  it('redeems an answer once for all that wait', async () => {
    await using world = await startScriptedWorld()
    const login = scriptedLogin(world)
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    const authorization = login.flow.authorize({ ...login.target, authorizationResponse: login.answer() })
    const calls = Array.from({ length: 5 }, () => callProtected(world.endpoint, world.exchange, authorization))
    expect(await Promise.all(calls)).toEqual([200, 200, 200, 200, 200])
    expect(world.authority.count('POST /token')).toBe(1)
  })

  it('lets the host finish a login while it is told the address', async () => {
    await using world = await startScriptedWorld()
    const login = scriptedLogin(world, {
      onAuthorizationUrl: async (url) => {
        const answer = new URL(url.searchParams.get('redirect_uri') ?? '')
        for (const [name, value] of [['code', 'c'], ['state', url.searchParams.get('state')], ['iss', world.authority.origin]]) answer.searchParams.set(name ?? '', value ?? '')
        await login.flow.authorize({ ...login.target, authorizationResponse: answer }).login()
      }
    })
    const authorization = login.flow.authorize(login.target)
    await expectCode(authorization.login(), 'authorization_required')
    await authorization.login()
    expect(await authorization.headers(anySignal())).toEqual({ authorization: 'Bearer access-1' })
  })

  it('keeps what the host throws as a cause', async () => {
    await using world = await startScriptedWorld()
    const broken = new Error('no browser')
    const login = scriptedLogin(world, { onAuthorizationUrl: () => Promise.reject(broken) })
    expect((await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')).cause).toBe(broken)
  })

  it('shares tokens with others over one store in one process, and refreshes for all of them once', async () => {
    await using world = await startScriptedWorld()
    let ahead = 0
    const login = scriptedLogin(world, {}, { clock: { now: () => Date.now() + ahead } })
    await login.letIn()
    const others = Array.from({ length: 4 }, () => login.flow.authorize(login.target))
    ahead = HOUR
    const headers = await Promise.all(others.map(async (other) => other.headers(anySignal())))
    expect(headers).toEqual(headers.map(() => ({ authorization: 'Bearer access-2' })))
    expect(world.authority.count('POST /token')).toBe(2)
  })

  it('has no credential after expiry where there is no refresh token', async () => {
    await using world = await startScriptedWorld()
    let ahead = 0
    world.token = () => ({ json: { access_token: 'short', token_type: 'Bearer', expires_in: 60 } })
    const login = scriptedLogin(world, {}, { clock: { now: () => Date.now() + ahead } })
    const authorization = await login.letIn()
    expect(await authorization.status()).toMatchObject({ state: 'authorized', refreshable: false })
    ahead = 57_000
    expect(await authorization.headers(anySignal())).toEqual({ authorization: 'Bearer short' })
    ahead = 61_000
    expect(await authorization.headers(anySignal())).toEqual({})
    expect(await authorization.status()).toMatchObject({ state: 'none' })
    await expectCode(callProtected(world.endpoint, world.exchange, authorization), 'authorization_required')
  })

  it.each(['reset', { status: 503 }, { status: 400, json: { error: 'unsupported_token_type' } }] as const)('logs out where the revocation fails with %j', async (reply) => {
    await using world = await startScriptedWorld()
    world.metadataMembers = { revocation_endpoint: `${world.authority.origin}/revoke` }
    world.authority.routes['POST /revoke'] = () => reply
    const login = scriptedLogin(world)
    const authorization = await login.letIn()
    await authorization.logout()
    expect(world.authority.arrivals.at(-1)?.form.get('token')).toBe('refresh-1')
    expect(await authorization.headers(anySignal())).toEqual({})
    expect(JSON.stringify(await login.store.load())).not.toMatch(/access-1|refresh-1/)
  })

  it('stops asking when its caller leaves, and its user is not sent off', async () => {
    await using world = await startScriptedWorld()
    const leaving = new AbortController()
    world.authority.routes['GET /.well-known/oauth-authorization-server'] = () => (leaving.abort(new Error('left')), 'hang')
    const login = scriptedLogin(world)
    await expect(login.flow.authorize(login.target).login(leaving.signal)).rejects.toThrow('left')
    expect([login.urls, world.authority.count('POST /register')]).toEqual([[], 0])
  })

  it('ends with its exchange', async () => {
    await using world = await startScriptedWorld()
    const login = scriptedLogin(world)
    const asked = new Promise<void>((resolve) => {
      world.authority.routes['GET /.well-known/oauth-authorization-server'] = () => (resolve(), 'hang')
    })
    const outcome = expectCode(login.flow.authorize(login.target).login(), 'connection_closed')
    await asked
    await world.exchange.close()
    await outcome
  })
})
