import { inspect } from 'node:util'
import { generateKeyPairSync } from 'node:crypto'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { callProtected } from './__fixtures__/call-protected.ts'
import { scriptedLogin } from './__fixtures__/scripted-login.ts'
import type { Arrival, Reply } from './__fixtures__/start-scripted-server.ts'
import { startScriptedWorld } from './__fixtures__/start-scripted-world.ts'
import type { ScriptedWorld } from './__fixtures__/start-scripted-world.ts'
import { createClientCredentialsFlow } from './create-client-credentials-flow.ts'

const CANARY = 'Canary-7f3a-Secret'

/** Everything that can be seen of a value: texts, JSON, what inspection shows of hidden members, the whole chain of causes. */
function sweep(value: unknown): string {
  const seen: string[] = [inspect(value, { depth: 20, showHidden: true, customInspect: false }), inspect(value), String(value)]
  try {
    seen.push(JSON.stringify(value))
  } catch {
    seen.push('')
  }
  for (let error = value; error instanceof Error; error = error.cause) seen.push(error.message, String(error.stack), inspect(error, { depth: 20, showHidden: true, customInspect: false }))
  return seen.join('\n')
}

/** The secret as it is and in the forms that it travels in. */
function expectNothingOf(secrets: readonly string[], text: string): void {
  const forms = secrets.flatMap((secret) => [secret, btoa(secret), btoa(secret).replace(/=+$/, '').slice(0, -2), encodeURIComponent(secret), Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64url')])
  expect(forms.filter((form) => form !== '' && text.includes(form))).toEqual([])
}

/** Says everything back that it was told: what a hostile or a chatty server does. */
const echo = (status: number) => ({ text, headers }: Arrival): Reply => ({
  status,
  headers: { 'www-authenticate': `Bearer error="${CANARY}"`, 'x-echo': CANARY },
  json: { error: CANARY, error_description: `${CANARY} ${text} ${String(headers['authorization'])}`, access_token: 1, echoed: text }
})

const FAULTS: readonly (readonly [string, (world: ScriptedWorld) => void])[] = [
  ['a token endpoint that echoes with 400', (world) => void (world.token = echo(400))],
  ['a token endpoint that echoes with 401', (world) => void (world.token = echo(401))],
  ['a token endpoint that echoes with 200', (world) => void (world.token = echo(200))],
  ['a token endpoint that echoes with 500', (world) => void (world.token = echo(500))],
  ['a token endpoint that redirects', (world) => void (world.token = () => ({ status: 302, headers: { location: `/${CANARY}` } }))],
  ['a token with a line break', (world) => void (world.token = () => ({ json: { access_token: `${CANARY}\n`, token_type: 'Bearer' } }))],
  ['a token of another type', (world) => void (world.token = () => ({ json: { access_token: CANARY, token_type: CANARY } }))],
  ['an id token', (world) => void (world.token = () => ({ json: { access_token: CANARY, token_type: 'Bearer', id_token: `${CANARY}.${CANARY}.x` } }))],
  [
    'an id token about somebody else',
    (world) => {
      const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
      const claims = { iss: CANARY, sub: CANARY, aud: CANARY, iat: 1, exp: 1 }
      world.token = () => ({ json: { access_token: 'a', token_type: 'Bearer', id_token: `${part({ alg: 'RS256' })}.${part(claims)}.x` } })
    }
  ],
  ['half a token response', (world) => void (world.token = () => ({ body: `{"access_token":"${CANARY}"` }))],
  ['a reset', (world) => void (world.token = () => 'reset')],
  ['metadata with the wrong issuer', (world) => void (world.metadataMembers = { issuer: CANARY })],
  ['metadata with a bad endpoint', (world) => void (world.metadataMembers = { token_endpoint: `ftp://${CANARY}` })],
  ['a resource of another name', (world) => void (world.resourceMembers = { resource: `https://evil.example/${CANARY}` })],
  ['servers of another name', (world) => void (world.resourceMembers = { authorization_servers: [`http://${CANARY}`] })]
]

describe('no secret and no text of a server is in what fails', () => {
  it.each(FAULTS)('with client credentials: %s', async (_name, spoil) => {
    await using world = await startScriptedWorld()
    spoil(world)
    const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: CANARY }).authorize(world)
    const error = await callProtected(world.endpoint, world.exchange, authorization).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(Error)
    expectNothingOf([CANARY], sweep(error) + sweep(authorization) + sweep(await authorization.status()))
  })

  it.each(FAULTS)('with a code: %s', async (_name, spoil) => {
    await using world = await startScriptedWorld()
    const login = scriptedLogin(world, { clientId: 'client', clientSecret: CANARY })
    await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
    const query = login.urls[0]?.searchParams
    spoil(world)
    const authorization = login.flow.authorize({ ...login.target, authorizationResponse: login.answer(`code-${CANARY}`) })
    const error = await authorization.login().catch((failure: unknown) => failure)
    const verifier = world.authority.arrivals.map(({ form }) => form.get('code_verifier') ?? '').at(-1) ?? ''
    expectNothingOf([CANARY, verifier, query?.get('state') ?? ''], sweep(error) + sweep(authorization) + sweep(login.flow) + sweep(await authorization.status()))
  })

  it.each(FAULTS)('with a refresh token: %s', async (_name, spoil) => {
    await using world = await startScriptedWorld()
    world.token = () => ({ json: { access_token: `access-${CANARY}`, token_type: 'Bearer', expires_in: 3600, refresh_token: `refresh-${CANARY}` } })
    const authorization = await scriptedLogin(world).letIn()
    spoil(world)
    world.admit = () => ({ status: 401, headers: { 'www-authenticate': `Bearer error="${CANARY}"` } })
    const error = await callProtected(world.endpoint, world.exchange, authorization).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(Error)
    expectNothingOf([CANARY], sweep(error) + sweep(authorization) + sweep(await authorization.status()))
  })

  it('with an answer that is refused', async () => {
    await using world = await startScriptedWorld()
    for (const [name, value] of [['iss', `https://${CANARY}`], ['error', CANARY], ['state', CANARY]]) {
      const login = scriptedLogin(world)
      await expectCode(login.flow.authorize(login.target).login(), 'authorization_required')
      const answer = login.answer(`code-${CANARY}`)
      answer.searchParams.set(name ?? '', value ?? '')
      answer.searchParams.set('error_description', `<b>${CANARY}</b>`)
      const authorization = login.flow.authorize({ ...login.target, authorizationResponse: answer })
      const error = await authorization.login().catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(Error)
      expectNothingOf([CANARY], sweep(error) + sweep(authorization))
    }
  })

  it('with a store that fails and says what it holds', async () => {
    await using world = await startScriptedWorld()
    const fail = (): never => {
      throw new Error(CANARY)
    }
    for (const store of [{ load: fail, compareAndSet: () => true }, { load: () => null, compareAndSet: fail }]) {
      const authorization = createClientCredentialsFlow({ clientId: 'machine', clientSecret: CANARY, store }).authorize(world)
      expectNothingOf([CANARY], sweep(await expectCode(authorization.login(), 'oauth_state_invalid')))
    }
  })

  it('with a key', () => {
    const pem = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const [, first = ''] = pem.split('\n')
    expectNothingOf([first], sweep(createClientCredentialsFlow({ clientId: 'machine', privateKey: pem })))
    try {
      createClientCredentialsFlow({ clientId: 'machine', privateKey: pem.replace('PRIVATE', CANARY) })
    } catch (error) {
      expectNothingOf([first, CANARY], sweep(error))
    }
  })
})
