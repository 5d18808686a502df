import { expectCode, visitAuthorization } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { callProtected } from './__fixtures__/call-protected.ts'
import { startRealServers } from './__fixtures__/start-real-servers.ts'
import type { RealServers } from './__fixtures__/start-real-servers.ts'
import { createAuthorizationCodeFlow } from './create-authorization-code-flow.ts'
import type { AuthorizationCodeOptions } from './create-authorization-code-flow.ts'
import type { OAuthFlow, OAuthTarget } from './oauth-flow.ts'
import type { OAuthStateStore } from './oauth-state.ts'
import { createMemoryStateStore } from './state/memory-state-store.ts'

const REDIRECT = 'http://127.0.0.1:1/callback'

/** What is wrong with it, how it came about, what it is refused with, and whether the attempt stays open. */
type WrongAnswer = readonly [name: string, change: (url: URL) => void, code: string, staysOpen: boolean]

interface Login {
  readonly flow: OAuthFlow
  readonly store: OAuthStateStore
  readonly urls: readonly URL[]
  readonly target: OAuthTarget
}

function makeLogin({ gate, exchange }: RealServers, options: Partial<AuthorizationCodeOptions> = {}): Login {
  const urls: URL[] = []
  const store = options.store ?? createMemoryStateStore()
  const flow = createAuthorizationCodeFlow({ redirectUrl: REDIRECT, clientName: 'Tests', onAuthorizationUrl: (url) => void urls.push(url), ...options, store })
  return { flow, store, urls, target: { endpoint: gate.url, exchange } }
}

/** To the user and back: the callback address. */
async function authorize(servers: RealServers, login: Login): Promise<string> {
  await expectCode(callProtected(servers.gate.url, servers.exchange, login.flow.authorize(login.target)), 'authorization_required')
  return visitAuthorization(login.urls.at(-1) ?? '')
}

describe('the authorization code flow', () => {
  it('registers, sends the user off once, and is let in with the answer', async () => {
    await using servers = await startRealServers()
    const login = makeLogin(servers)
    const first = login.flow.authorize(login.target)
    await expectCode(callProtected(servers.gate.url, servers.exchange, first), 'authorization_required')
    await expectCode(callProtected(servers.gate.url, servers.exchange, first), 'authorization_required')
    expect(login.urls).toHaveLength(1)
    const query = Object.fromEntries(login.urls[0]?.searchParams ?? [])
    expect(query).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', resource: servers.gate.url, scope: 'tools.read offline_access', redirect_uri: REDIRECT })
    expect(query['state']).toMatch(/^[\w-]{43}$/)
    expect(await first.status()).toMatchObject({ state: 'pending', issuer: servers.authorizationServer.issuer })

    const authorizationResponse = await visitAuthorization(login.urls[0] ?? '')
    const second = login.flow.authorize({ ...login.target, authorizationResponse })
    expect(await callProtected(servers.gate.url, servers.exchange, second)).toBe(200)
    expect(await second.status()).toMatchObject({ state: 'authorized', resource: servers.gate.url, scopes: ['tools.read'], refreshable: true })
    expect(servers.authorizationServer.requests.filter((line) => line === 'POST /reg')).toHaveLength(1)
    // The first one shares the store: it has tokens now, too.
    expect(await callProtected(servers.gate.url, servers.exchange, first)).toBe(200)
    expect(login.urls).toHaveLength(1)
  })

  it('uses a code once, also in another process over the same store', async () => {
    await using servers = await startRealServers()
    const login = makeLogin(servers)
    const authorizationResponse = await authorize(servers, login)
    await login.flow.authorize({ ...login.target, authorizationResponse }).login()
    const elsewhere = makeLogin(servers, { store: login.store })
    await expectCode(elsewhere.flow.authorize({ ...login.target, authorizationResponse }).login(), 'authorization_code_spent')
    const authorizationCode = new URL(authorizationResponse).searchParams.get('code') ?? ''
    await expectCode(elsewhere.flow.authorize({ ...login.target, authorizationCode }).login(), 'authorization_code_spent')
    expect(servers.authorizationServer.grants.map(({ grantType, error }) => [grantType, error])).toEqual([['authorization_code', null]])
  })

  it('refuses a bare code where the server promises iss, and takes the whole answer then', async () => {
    await using servers = await startRealServers()
    const login = makeLogin(servers)
    const authorizationResponse = await authorize(servers, login)
    const authorizationCode = new URL(authorizationResponse).searchParams.get('code') ?? ''
    await expectCode(login.flow.authorize({ ...login.target, authorizationCode }).login(), 'issuer_missing')
    await login.flow.authorize({ ...login.target, authorizationResponse }).login()
  })

  it.each([
    ['state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43)), 'authorization_response_invalid', true],
    ['two states', (url: URL) => url.searchParams.append('state', 'x'), 'authorization_response_invalid', true],
    ['redirect', (url: URL) => void (url.pathname = '/other'), 'authorization_response_invalid', true],
    ['no iss', (url: URL) => url.searchParams.delete('iss'), 'issuer_missing', false],
    ['another iss', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'issuer_mismatch', false],
    ['an iss with a slash', (url: URL) => url.searchParams.set('iss', `${url.searchParams.get('iss') ?? ''}/`), 'issuer_mismatch', false],
    ['no code', (url: URL) => url.searchParams.delete('code'), 'authorization_response_invalid', false],
    ['two codes', (url: URL) => url.searchParams.append('code', 'x'), 'authorization_response_invalid', false]
  ] satisfies readonly WrongAnswer[])('refuses an answer with a wrong %s before the code goes anywhere', async (_name, change, code, staysOpen) => {
    await using servers = await startRealServers()
    const login = makeLogin(servers)
    const answer = await authorize(servers, login)
    const changed = new URL(answer)
    change(changed)
    await expectCode(login.flow.authorize({ ...login.target, authorizationResponse: changed }).login(), code)
    expect(servers.authorizationServer.grants).toEqual([])
    // What is not ours ends no attempt; what is ours and wrong does.
    const retry = login.flow.authorize({ ...login.target, authorizationResponse: answer }).login()
    if (staysOpen) await retry
    else await expectCode(retry, 'authorization_response_invalid')
  })

  it('says that the user refused', async () => {
    await using servers = await startRealServers()
    const login = makeLogin(servers)
    await expectCode(callProtected(servers.gate.url, servers.exchange, login.flow.authorize(login.target)), 'authorization_required')
    const authorizationResponse = await visitAuthorization(login.urls[0] ?? '', { decision: 'cancel' })
    const error = await expectCode(login.flow.authorize({ ...login.target, authorizationResponse }).login(), 'authorization_refused')
    expect(error.details).toEqual({ error: 'access_denied' })
  })

  it('takes a client that is known beforehand, with its secret', async () => {
    await using servers = await startRealServers({ registration: false, clients: [{ id: 'known', secret: 'known-secret-0123456789', redirectUrls: [REDIRECT] }] })
    const login = makeLogin(servers, { clientId: 'known', clientSecret: 'known-secret-0123456789', scopes: ['tools.read', 'tools.write'] })
    const authorizationResponse = await authorize(servers, login)
    const authorization = login.flow.authorize({ ...login.target, authorizationResponse })
    expect(await callProtected(servers.gate.url, servers.exchange, authorization)).toBe(200)
    expect(servers.authorizationServer.grants).toEqual([{ grantType: 'authorization_code', clientId: 'known', error: null }])
  })

  it('fails where there is no way to register', async () => {
    await using servers = await startRealServers({ registration: false })
    const login = makeLogin(servers)
    const error = await expectCode(callProtected(servers.gate.url, servers.exchange, login.flow.authorize(login.target)), 'client_registration_failed')
    expect(error.details).toEqual({ reason: 'not_offered' })
    expect(login.urls).toEqual([])
  })

  it('logs in, tells, and logs out without a request to the server', async () => {
    await using servers = await startRealServers()
    const login = makeLogin(servers)
    const start = login.flow.authorize(login.target)
    expect(await start.status()).toEqual({ state: 'none', issuer: null, clientId: null, resource: null, scopes: [], expiresAt: null, refreshable: false })
    await expectCode(start.login(), 'authorization_required')
    const authorizationResponse = await visitAuthorization(login.urls[0] ?? '')
    const authorization = login.flow.authorize({ ...login.target, authorizationResponse })
    await authorization.login()
    await authorization.login()
    expect(servers.gate.answers).toEqual([])
    await authorization.logout()
    expect(await authorization.status()).toMatchObject({ state: 'none' })
    expect(servers.authorizationServer.requests).toContain('POST /token/revocation')
    await expectCode(authorization.login(), 'authorization_required')
    expect(login.urls).toHaveLength(2)
    // The registration is kept.
    expect(servers.authorizationServer.requests.filter((line) => line === 'POST /reg')).toHaveLength(1)
  })
})
