import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { scriptedLogin } from './__fixtures__/scripted-login.ts'
import { startScriptedWorld } from './__fixtures__/start-scripted-world.ts'
import { createClientCredentialsFlow } from './create-client-credentials-flow.ts'

const GOOD = { access_token: 'access', token_type: 'Bearer' }

describe('a token response', () => {
  it.each([
    ['no type', { json: { access_token: 'a' } }, 'token_type'],
    ['another type', { json: { ...GOOD, token_type: 'DPoP' } }, 'token_type'],
    ['no token', { json: { token_type: 'Bearer' } }, 'access_token'],
    ['a token that breaks headers', { json: { ...GOOD, access_token: 'a\r\nx: y' } }, 'access_token'],
    ['an empty token', { json: { ...GOOD, access_token: '' } }, 'access_token'],
    ['an endless token', { json: { ...GOOD, access_token: 'a'.repeat(20_000) } }, 'access_token'],
    ['a negative life', { json: { ...GOOD, expires_in: -1 } }, 'expires_in'],
    ['no life', { json: { ...GOOD, expires_in: 0 } }, 'expires_in'],
    ['a life in words', { json: { ...GOOD, expires_in: '1 hour' } }, 'expires_in'],
    ['an unsaid life', { json: { ...GOOD, expires_in: null } }, 'expires_in'],
    ['a refresh token that is no text', { json: { ...GOOD, refresh_token: 1 } }, 'other'],
    ['scopes that are no text', { json: { ...GOOD, scope: ['a'] } }, 'other'],
    ['an id token that is none', { json: { ...GOOD, id_token: 'a.b.c' } }, 'other'],
    ['a page', { type: 'text/html', body: '<html>' }, 'not_json'],
    ['half of it', { body: '{"access_token":"a"' }, 'not_json'],
    ['a list', { json: [GOOD] }, 'not_json'],
    ['bytes that are no text', { body: Buffer.from('{"access_token":"a","token_type":"Bearer","x":"\u00ff"}', 'latin1') }, 'not_json'],
    ['a flood', { body: ' '.repeat(300_000) }, 'too_large']
  ])('is refused with %s', async (_name, reply, reason) => {
    await using world = await startScriptedWorld()
    world.token = () => reply
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'x' }).authorize(world)
    const error = await expectCode(authorization.login(), 'token_response_invalid')
    expect(error.details).toEqual({ reason })
    expect(await authorization.status()).toMatchObject({ state: 'none' })
  })

  it.each([
    [{ status: 400, json: { error: 'invalid_target', error_description: '\u001b[31m<b>' } }, 'invalid_target', 400],
    [{ status: 400, json: { error: '<script>' } }, 'other', 400],
    [{ status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, json: { error: 'invalid_client' } }, 'invalid_client', 401],
    [{ status: 400, json: {} }, 'other', 400],
    [{ status: 403, type: 'text/html', body: 'no' }, 'other', 403],
    [{ status: 500, json: { error: 'invalid_grant' } }, 'other', 500],
    [{ status: 204 }, 'other', 204],
    ['reset', 'other', null]
  ] as const)('is a failure: %j', async (reply, error, status) => {
    await using world = await startScriptedWorld()
    world.token = () => reply
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'x' }).authorize(world)
    expect((await expectCode(authorization.login(), 'token_request_failed')).details).toEqual({ error, status })
  })

  it('is not looked for where a redirect leads, and the secret is not sent there (O-15)', async () => {
    await using world = await startScriptedWorld()
    world.token = () => ({ status: 307, headers: { location: `${world.mcp.origin}/trap` }, json: GOOD })
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'x' }).authorize(world)
    await expectCode(authorization.login(), 'redirect_denied')
    expect(world.mcp.arrivals.map(({ line }) => line)).not.toContain('POST /trap')
  })

  it('may claim any life; tokens are renewed after a year', async () => {
    await using world = await startScriptedWorld()
    world.token = () => ({ json: { ...GOOD, expires_in: 1e15 - 1 } })
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'x' }).authorize({ ...world, clock: { now: () => 0 } })
    await authorization.login()
    expect((await authorization.status()).expiresAt).toBe(31_536_000_000)
  })

  it('may give fewer scopes, or more, and both are told', async () => {
    await using world = await startScriptedWorld()
    world.token = () => ({ json: { ...GOOD, scope: 'one  two one' } })
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: 'x', scope: 'one' }).authorize(world)
    await authorization.login()
    expect((await authorization.status()).scopes).toEqual(['one', 'two'])
  })
})

describe('the code', () => {
  it('is spent by a failed request, too', async () => {
    await using world = await startScriptedWorld()
    world.token = () => ({ status: 500 })
    const login = scriptedLogin(world)
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    const authorization = login.flow.authorize({ ...login.target, authorizationResponse: login.answer() })
    await expectCode(authorization.login(), 'token_request_failed')
    await expectCode(authorization.login(), 'authorization_code_spent')
    expect(world.authority.count('POST /token')).toBe(1)
  })

  it('is not spent where the server cannot be asked what it is', async () => {
    await using world = await startScriptedWorld()
    const login = scriptedLogin(world)
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    const authorization = login.flow.authorize({ ...login.target, authorizationResponse: login.answer() })
    const route = world.authority.routes['GET /.well-known/oauth-authorization-server']
    world.authority.routes['GET /.well-known/oauth-authorization-server'] = () => 'reset'
    await expectCode(authorization.login(), 'oauth_metadata_invalid')
    if (route !== undefined) world.authority.routes['GET /.well-known/oauth-authorization-server'] = route
    await authorization.login()
  })

  it('goes alone where the server promises no iss, with the verifier of the last attempt', async () => {
    await using world = await startScriptedWorld()
    world.metadataMembers = { authorization_response_iss_parameter_supported: undefined }
    const login = scriptedLogin(world)
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    await login.flow.authorize({ ...login.target, authorizationCode: 'the-code' }).login()
    const form = world.authority.arrivals.at(-1)?.form
    expect(form?.get('code')).toBe('the-code')
    const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(form?.get('code_verifier') ?? ''))).toString('base64url')
    expect(challenge).toBe(login.urls[0]?.searchParams.get('code_challenge'))
    expect(Object.fromEntries(form ?? [])).toMatchObject({ grant_type: 'authorization_code', resource: world.endpoint, redirect_uri: 'http://127.0.0.1:1/callback' })
    await expectCode(login.flow.authorize({ ...login.target, authorizationCode: 'another' }).login(), 'authorization_response_invalid')
  })

  it('belongs to one of several attempts, whichever comes back', async () => {
    await using world = await startScriptedWorld()
    const login = scriptedLogin(world)
    const answers: URL[] = []
    for (let tab = 0; tab < 6; tab += 1) {
      await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
      answers.push(login.answer('same-code'))
    }
    await expectCode(login.flow.authorize({ ...login.target, authorizationResponse: answers[1] ?? '' }).login(), 'authorization_response_invalid')
    await login.flow.authorize({ ...login.target, authorizationResponse: answers[2] ?? '' }).login()
    await login.flow.authorize({ ...login.target, authorizationResponse: answers[5] ?? '' }).login()
  })

  it('comes too late after ten minutes', async () => {
    await using world = await startScriptedWorld()
    let ahead = 0
    const login = scriptedLogin(world, {}, { clock: { now: () => Date.now() + ahead } })
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    ahead = 600_001
    const error = await expectCode(login.flow.authorize({ ...login.target, authorizationResponse: login.answer() }).login(), 'authorization_response_invalid')
    expect(error.details).toEqual({ reason: 'not_pending' })
  })
})
