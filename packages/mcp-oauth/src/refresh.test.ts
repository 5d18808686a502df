import { expectCode, visitAuthorization } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { callProtected } from './__fixtures__/call-protected.ts'
import { shareState } from './__fixtures__/share-state.ts'
import { scriptedLogin } from './__fixtures__/scripted-login.ts'
import { startRealServers } from './__fixtures__/start-real-servers.ts'
import { startScriptedWorld } from './__fixtures__/start-scripted-world.ts'
import { createAuthorizationCodeFlow } from './create-authorization-code-flow.ts'
import type { OAuthStateStore } from './oauth-state.ts'

const REDIRECT = 'http://127.0.0.1:1/callback'
const HOUR = 3_600_000

function moving(): { now(): number; advance(ms: number): void } {
  let ahead = 0
  return { now: () => Date.now() + ahead, advance: (ms) => void (ahead += ms) }
}

describe('refresh with a real authorization server', () => {
  it('answers five calls that meet one expired token with one request (F15)', async () => {
    await using servers = await startRealServers()
    const { gate, exchange, authorizationServer } = servers
    const urls: URL[] = []
    const { open } = shareState()
    const flow = createAuthorizationCodeFlow({ redirectUrl: REDIRECT, onAuthorizationUrl: (url) => void urls.push(url), store: open() })
    await expectCode(flow.authorize({ endpoint: gate.url, exchange }).login(), 'authorization_required')
    const authorizationResponse = await visitAuthorization(urls[0] ?? '')
    const authorization = flow.authorize({ endpoint: gate.url, exchange, authorizationResponse })
    for (let round = 1; round <= 3; round += 1) {
      expect(await callProtected(gate.url, exchange, authorization)).toBe(200)
      gate.refuseKnownTokens()
      const calls = await Promise.all(Array.from({ length: 5 }, () => callProtected(gate.url, exchange, authorization)))
      expect(calls).toEqual([200, 200, 200, 200, 200])
      const refreshes = authorizationServer.grants.filter(({ grantType }) => grantType === 'refresh_token')
      expect(refreshes).toEqual(Array.from({ length: round }, () => ({ grantType: 'refresh_token', clientId: refreshes[0]?.clientId, error: null })))
    }
    expect(urls).toHaveLength(1)
  })

  it('loses no token when processes over one store refresh at once', async () => {
    await using servers = await startRealServers()
    const { gate, exchange, authorizationServer } = servers
    const { open } = shareState()
    const urls: URL[] = []
    const make = (store: OAuthStateStore): ReturnType<typeof createAuthorizationCodeFlow> =>
      createAuthorizationCodeFlow({ redirectUrl: REDIRECT, onAuthorizationUrl: (url) => void urls.push(url), store })
    await expectCode(make(open()).authorize({ endpoint: gate.url, exchange }).login(), 'authorization_required')
    const authorizationResponse = await visitAuthorization(urls[0] ?? '')
    await make(open()).authorize({ endpoint: gate.url, exchange, authorizationResponse }).login()
    const processes = Array.from({ length: 4 }, () => make(open()).authorize({ endpoint: gate.url, exchange }))
    for (let round = 1; round <= 3; round += 1) {
      await Promise.all(processes.map((one) => callProtected(gate.url, exchange, one)))
      gate.refuseKnownTokens()
      const calls = processes.flatMap((one) => [callProtected(gate.url, exchange, one), callProtected(gate.url, exchange, one)])
      expect(await Promise.all(calls)).toEqual(calls.map(() => 200))
    }
    const refreshes = authorizationServer.grants.filter(({ grantType }) => grantType === 'refresh_token')
    expect(refreshes.map(({ error }) => error)).toEqual([null, null, null])
    expect(urls).toHaveLength(1)
  })
})

describe('refresh', () => {
  it('comes before expiry, and carries the resource', async () => {
    await using world = await startScriptedWorld()
    const clock = moving()
    const login = scriptedLogin(world, {}, { clock })
    const authorization = await login.letIn()
    expect(await authorization.headers(new AbortController().signal)).toEqual({ authorization: 'Bearer access-1' })
    clock.advance(HOUR - 61_000)
    expect(await authorization.headers(new AbortController().signal)).toEqual({ authorization: 'Bearer access-1' })
    clock.advance(2_000)
    const both = await Promise.all([1, 2].map(async () => authorization.headers(new AbortController().signal)))
    expect(both).toEqual([{ authorization: 'Bearer access-2' }, { authorization: 'Bearer access-2' }])
    const forms = world.authority.arrivals.filter(({ line }) => line === 'POST /token').map(({ form }) => Object.fromEntries(form))
    expect(forms).toMatchObject([
      { grant_type: 'authorization_code', resource: world.endpoint },
      { grant_type: 'refresh_token', refresh_token: 'refresh-1', resource: world.endpoint, client_id: 'registered' }
    ])
    expect(forms).toHaveLength(2)
  })

  it('uses what it has while the server cannot be reached, and fails when that expires', async () => {
    await using world = await startScriptedWorld()
    const clock = moving()
    const authorization = await scriptedLogin(world, {}, { clock }).letIn()
    world.token = () => ({ status: 503 })
    clock.advance(HOUR - 30_000)
    expect(await authorization.headers(new AbortController().signal)).toEqual({ authorization: 'Bearer access-1' })
    clock.advance(HOUR)
    const error = await expectCode(authorization.headers(new AbortController().signal) as Promise<unknown>, 'token_request_failed')
    expect(error.details).toEqual({ error: 'other', status: 503 })
    world.token = () => ({ json: { access_token: 'access-9', token_type: 'bearer' } })
    expect(await authorization.headers(new AbortController().signal)).toEqual({ authorization: 'Bearer access-9' })
  })

  it('keeps the refresh token where the server does not rotate it', async () => {
    await using world = await startScriptedWorld()
    const clock = moving()
    const authorization = await scriptedLogin(world, {}, { clock }).letIn()
    let more = 1
    world.token = () => ({ json: { access_token: `access-${(more += 1)}`, token_type: 'Bearer', expires_in: 3600 } })
    for (let round = 0; round < 3; round += 1) {
      clock.advance(HOUR)
      await authorization.headers(new AbortController().signal)
    }
    const sent = world.authority.arrivals.map(({ form }) => form.get('refresh_token')).filter((token) => token !== null)
    expect(sent).toEqual(['refresh-1', 'refresh-1', 'refresh-1'])
  })

  it.each(['invalid_grant', 'invalid_client'])('sends the user off again where the server says %s', async (error) => {
    await using world = await startScriptedWorld()
    const login = scriptedLogin(world)
    const authorization = await login.letIn()
    world.token = () => ({ status: 400, json: { error } })
    world.admit = () => ({ status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
    await expectCode(callProtected(world.endpoint, world.exchange, authorization), 'authorization_required')
    expect(login.urls).toHaveLength(2)
    expect(await authorization.status()).toMatchObject({ state: 'pending' })
    expect(world.authority.count('POST /register')).toBe(error === 'invalid_client' ? 2 : 1)
  })

  it('takes over once what a process left behind that died before it saved (O-10)', async () => {
    await using world = await startScriptedWorld()
    const clock = moving()
    const shared = shareState()
    const login = scriptedLogin(world, { store: shared.open() }, { clock })
    await login.letIn()
    clock.advance(HOUR)
    // A process that dies between the response and the save: its store fails from then on.
    const die = async (): Promise<void> => {
      const dying = shared.open({ failAfterSaves: 1 })
      const doomed = scriptedLogin(world, { store: dying }, { clock }).flow.authorize(login.target)
      await expectCode(doomed.headers(new AbortController().signal) as Promise<unknown>, 'oauth_state_invalid')
    }
    await die()
    expect(world.authority.arrivals.at(-1)?.form.get('refresh_token')).toBe('refresh-1')
    clock.advance(20_000)
    await die()
    expect(world.authority.arrivals.at(-1)?.form.get('refresh_token')).toBe('refresh-1')
    clock.advance(20_000)
    const third = scriptedLogin(world, { store: shared.open() }, { clock }).flow.authorize(login.target)
    expect(await third.headers(new AbortController().signal)).toEqual({})
    expect(world.authority.count('POST /token')).toBe(3)
    expect(await third.status()).toMatchObject({ state: 'none' })
  })

  it('saves with the next request what the store did not take', async () => {
    await using world = await startScriptedWorld()
    const clock = moving()
    const shared = shareState()
    const login = scriptedLogin(world, { store: shared.open() }, { clock })
    await login.letIn()
    clock.advance(HOUR)
    const flaky = shared.open({ failAfterSaves: 1, failures: 1 })
    const authorization = scriptedLogin(world, { store: flaky }, { clock }).flow.authorize(login.target)
    await expectCode(authorization.headers(new AbortController().signal) as Promise<unknown>, 'oauth_state_invalid')
    expect(await authorization.headers(new AbortController().signal)).toEqual({ authorization: 'Bearer access-2' })
    expect(world.authority.count('POST /token')).toBe(2)
  })

  it('does not let a caller that leaves lose a rotated token', async () => {
    await using world = await startScriptedWorld()
    const clock = moving()
    const authorization = await scriptedLogin(world, {}, { clock }).letIn()
    clock.advance(HOUR)
    const leaving = new AbortController()
    let answered = (): void => undefined
    const asked = new Promise<void>((resolve) => {
      const before = world.token
      world.token = async (arrival) => {
        resolve()
        await new Promise<void>((go) => (answered = go))
        return before(arrival)
      }
    })
    const left = authorization.headers(leaving.signal)
    await asked
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    answered()
    expect(await authorization.headers(new AbortController().signal)).toEqual({ authorization: 'Bearer access-2' })
    expect(world.authority.count('POST /token')).toBe(2)
  })
})
