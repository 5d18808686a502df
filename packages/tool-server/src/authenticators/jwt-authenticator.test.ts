import { createHmac } from 'node:crypto'
import { expectThrownCode, startAuthorizationServer } from '@b10x/testkit'
import type { JsonObject } from '@b10x/ports'
import { CompactEncrypt } from 'jose'
import { describe, expect, it } from 'vitest'
import { ask } from '../__fixtures__/ask.ts'
import { createSigningKey, signToken } from '../__fixtures__/signing-keys.ts'
import { jwtAuthenticator } from './jwt-authenticator.ts'
import type { JwtAuthenticatorOptions } from './jwt-options.ts'

const ISSUER = 'https://as.example'
const AUDIENCE = 'https://mcp.example/mcp'
const NOW = Date.UTC(2026, 0, 1)
const SECONDS = NOW / 1000
const KEY = createSigningKey('one')
const RSA = createSigningKey('rsa', 'rsa')
const STRANGER = createSigningKey('one')
const OTHER = createSigningKey('other')

const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: 'one' }
const CLAIMS = { iss: ISSUER, aud: AUDIENCE, sub: 'alice', client_id: 'app', scope: 'mcp:invoke tools.read', iat: SECONDS - 10, exp: SECONDS + 300 }

const OPTIONS: JwtAuthenticatorOptions = {
  issuer: ISSUER,
  audience: AUDIENCE,
  algorithms: ['ES256', 'RS256'],
  jwks: { keys: [KEY.jwk, RSA.jwk] },
  clock: { now: () => NOW }
}

const authenticator = jwtAuthenticator(OPTIONS)
const claimed = (changed: object): string => signToken(KEY, HEADER, { ...CLAIMS, ...changed })
const headed = (changed: object): string => signToken(KEY, { ...HEADER, ...changed }, CLAIMS)
const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('tokens that are taken', () => {
  it('say who it is', async () => {
    expect(await ask(authenticator, claimed({}))).toEqual({
      subject: 'alice', clientId: 'app', issuer: ISSUER, scopes: ['mcp:invoke', 'tools.read'], expiresAt: (SECONDS + 305) * 1000
    })
  })

  it.each([
    ['a list of audiences', claimed({ aud: ['https://other.example', AUDIENCE] })],
    ['the long form of the type', headed({ typ: 'application/at+jwt' })],
    ['a fraction of a second', claimed({ exp: SECONDS + 0.5 })],
    ['clocks that are a little apart', claimed({ exp: SECONDS - 4 })],
    ['another algorithm of the list', signToken(RSA, { ...HEADER, alg: 'RS256', kid: 'rsa' }, CLAIMS)]
  ])('%s', async (_name, token) => {
    expect(await ask(authenticator, token)).toMatchObject({ subject: 'alice' })
  })

  it('name tenant and scopes where the options say', async () => {
    const asked = jwtAuthenticator({ ...OPTIONS, tenantClaim: 'tid', scopeClaim: 'scp' })
    expect(await ask(asked, claimed({ tid: 'acme', scp: ['a', 'b'] }))).toMatchObject({ tenantId: 'acme', scopes: ['a', 'b'] })
    expect(await ask(asked, claimed({ tid: 'acme' }))).toMatchObject({ scopes: [] })
    expect(await ask(asked, claimed({}))).toBe('invalid')
    expect(await ask(asked, claimed({ tid: ['acme'] }))).toBe('invalid')
    expect(await ask(asked, claimed({ tid: 'acme', scp: [1] }))).toBe('invalid')
  })
})

it('the type is what the options say, or anything', async () => {
  const [plain, any] = [jwtAuthenticator({ ...OPTIONS, requiredType: 'JWT' }), jwtAuthenticator({ ...OPTIONS, requiredType: null })]
  expect([await ask(plain, headed({ typ: 'JWT' })), await ask(any, headed({ typ: undefined }))]).toMatchObject([{ subject: 'alice' }, { subject: 'alice' }])
  expect(await ask(plain, claimed({}))).toBe('invalid')
})

describe('tokens that are not taken', () => {
  const [, body = '', signature = ''] = claimed({}).split('.')
  it.each([
    ['another audience', claimed({ aud: 'https://other.example/mcp' })],
    ['the audience with a slash', claimed({ aud: `${AUDIENCE}/` })],
    ['a list of other audiences', claimed({ aud: ['https://other.example'] })],
    ['a list with more than texts', claimed({ aud: [AUDIENCE, 1] })],
    ['no audience', claimed({ aud: undefined })],
    ['two audiences under one name', signToken(KEY, HEADER, JSON.stringify(CLAIMS).replace('{', '{"aud":"https://other.example",'))],
    ['another issuer', claimed({ iss: 'https://evil.example' })],
    ['the issuer with a slash', claimed({ iss: `${ISSUER}/` })],
    ['no issuer', claimed({ iss: undefined })],
    ['expired', claimed({ exp: SECONDS - 6 })],
    ['no expiry', claimed({ exp: undefined })],
    ['an expiry that is a text', claimed({ exp: String(SECONDS + 300) })],
    ['an expiry that is no number of seconds', signToken(KEY, HEADER, JSON.stringify(CLAIMS).replace(String(SECONDS + 300), '1e400'))],
    ['not yet', claimed({ nbf: SECONDS + 6 })],
    ['issued in the future', claimed({ iat: SECONDS + 6 })],
    ['no subject', claimed({ sub: undefined })],
    ['an empty subject', claimed({ sub: '' })],
    ['a subject that is a number', claimed({ sub: 1 })],
    ['a subject without end', claimed({ sub: 'x'.repeat(2000) })],
    ['bound to a key', claimed({ cnf: { jkt: 'x' } })],
    ['an id token', headed({ typ: 'JWT' })],
    ['no type', headed({ typ: undefined })],
    ['alg none', `${encode({ ...HEADER, alg: 'none' })}.${body}.`],
    ['alg None with a signature', `${encode({ ...HEADER, alg: 'None' })}.${body}.${signature}`],
    ['a shared key that is the public one', hmacToken()],
    ['an algorithm that is not on the list', headed({ alg: 'ES384' })],
    ['a key of another type', headed({ kid: 'rsa' })],
    ['an unknown key', headed({ kid: 'two' })],
    ['a key that is a path', headed({ kid: '../../one' })],
    ['a key that is a number', headed({ kid: 1 })],
    ['a key inside', signToken(STRANGER, { ...HEADER, jwk: STRANGER.jwk }, CLAIMS)],
    ['a key inside, even the right one', headed({ jwk: KEY.jwk })],
    ['a place for keys', headed({ jku: 'https://evil.example/keys' })],
    ['a place for certificates', headed({ x5u: 'https://evil.example/certificate' })],
    ['certificates inside', headed({ x5c: ['AA=='] })],
    ['an extension that nobody knows', headed({ crit: ['x'], x: 1 })],
    ['a payload that is not encoded', headed({ crit: ['b64'], b64: false })],
    ['a stranger with the name of a key', signToken(STRANGER, HEADER, CLAIMS)],
    ['a flipped bit', `${claimed({}).slice(0, -2)}${claimed({}).endsWith('A') ? 'BB' : 'AA'}`],
    ['no signature', claimed({}).replace(/[^.]*$/, '')],
    ['claims of another token', claimed({}).replace(/\.[^.]*\./, `.${encode({ ...CLAIMS, sub: 'root' })}.`)],
    ['claims that are a list', signToken(KEY, HEADER, '[]')],
    ['claims that are no JSON', signToken(KEY, HEADER, '{')],
    ['two parts', 'a.b'],
    ['one part', 'opaque-token-of-somebody'],
    ['a part that is spelt otherwise', `${claimed({})}=`],
    ['empty', ''],
    ['a megabyte', `${encode(HEADER)}.${'A'.repeat(1_000_000)}.${'A'.repeat(86)}`]
  ])('%s', async (_name, token) => {
    expect(await ask(authenticator, token)).toBe('invalid')
  })

  it('an encrypted one', async () => {
    const token = await new CompactEncrypt(Buffer.from(JSON.stringify(CLAIMS))).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'at+jwt' }).encrypt(new Uint8Array(32))
    expect(await ask(authenticator, token)).toBe('invalid')
  })

  it('none at all is missing', async () => {
    expect(await ask(authenticator, null)).toBe('missing')
  })

  /** What a library with a text for a key would take for a shared secret. */
  function hmacToken(): string {
    const input = `${encode({ ...HEADER, alg: 'HS256' })}.${encode(CLAIMS)}`
    const secret = KEY.publicKey.export({ format: 'pem', type: 'spki' })
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  }
})

describe('two issuers', () => {
  const second = 'https://second.example'
  const { issuer: _issuer, jwks: _jwks, ...rest } = OPTIONS
  const both = jwtAuthenticator({ ...rest, issuers: [{ issuer: ISSUER, jwks: { keys: [KEY.jwk] } }, { issuer: second, jwks: { keys: [OTHER.jwk] } }] })

  it('have keys of their own', async () => {
    expect(await ask(both, claimed({}))).toMatchObject({ issuer: ISSUER })
    expect(await ask(both, signToken(OTHER, { ...HEADER, kid: 'other' }, { ...CLAIMS, iss: second }))).toMatchObject({ issuer: second })
    expect(await ask(both, signToken(OTHER, { ...HEADER, kid: 'other' }, CLAIMS))).toBe('invalid')
    expect(await ask(both, claimed({ iss: second }))).toBe('invalid')
  })
})

describe('with a real authorization server', () => {
  it('takes its tokens for this audience', async () => {
    await using real = await startAuthorizationServer({ clients: [{ id: 'caller', secret: 'caller-secret-0123456789' }] })
    const asked = jwtAuthenticator({ issuer: real.issuer, audience: 'http://127.0.0.1/mcp', algorithms: ['ES256'], jwksUri: `${real.issuer}/jwks` })
    const tokenFor = async (resource: string): Promise<string> => {
      const form = new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'tools.read' })
      const authorization = `Basic ${Buffer.from('caller:caller-secret-0123456789').toString('base64')}`
      const response = await fetch(`${real.issuer}/token`, { method: 'POST', body: form, headers: { authorization } })
      return ((await response.json()) as { readonly access_token: string }).access_token
    }
    try {
      expect(await ask(asked, await tokenFor('http://127.0.0.1/mcp'))).toMatchObject({ subject: 'caller', clientId: 'caller', scopes: ['tools.read'], issuer: real.issuer })
      expect(await ask(asked, await tokenFor('http://127.0.0.1/other'))).toBe('invalid')
      expect(real.requests.filter((request) => request === 'GET /jwks')).toEqual(['GET /jwks'])
    } finally {
      await asked.close()
    }
  }, 60_000)
})

it.each<[string, JsonObject]>([
  ['audience', { audience: '' }],
  ['algorithms', { algorithms: [] }],
  ['algorithms', { algorithms: ['HS256'] }],
  ['algorithms', { algorithms: ['ES256', 'none'] }],
  ['clockToleranceSeconds', { clockToleranceSeconds: 31 }],
  ['clockToleranceSeconds', { clockToleranceSeconds: -1 }],
  ['jwksUri', { jwks: undefined as never, jwksUri: 'http://as.example/keys' }],
  ['jwks', { jwksUri: 'https://as.example/keys' }],
  ['jwks', { jwks: { keys: 'none' } }],
  ['issuer', { issuer: '' }],
  ['issuers', { issuer: undefined as never, issuers: [] }],
  ['issuer', { issuers: [{ issuer: ISSUER, jwksUri: 'https://as.example/keys' }] }],
  ['requiredType', { requiredType: '' }]
])('refuses an option: %s %j', (option, changed) => {
  expect(expectThrownCode(() => jwtAuthenticator({ ...OPTIONS, ...changed } as JwtAuthenticatorOptions), 'option_invalid').details['option']).toBe(option)
})
