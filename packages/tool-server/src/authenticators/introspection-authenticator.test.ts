import { expectCode, expectThrownCode, startAuthorizationServer } from '@b10x/testkit'
import type { AuthorizationServer } from '@b10x/testkit'
import { createHttpExchange } from '@b10x/mcp-foundation/http'
import type { AuthenticationAnswer, Authenticator, HttpExchange } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { startIssuer } from '../__fixtures__/start-issuer.ts'
import { ask } from '../__fixtures__/ask.ts'
import { introspectionAuthenticator } from './introspection-authenticator.ts'

const AUDIENCE = 'http://127.0.0.1/mcp'
const SECRET = 'introspection-secret:+ ü'
const NOW = Date.UTC(2026, 0, 1)
const SOON = NOW / 1000 + 60
const clock = { now: () => NOW }

/** A token of a real authorization server for a client that speaks for itself. */
async function tokenOf({ issuer }: AuthorizationServer, client: string, secret: string, resource: string): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'tools.read' })
  const authorization = `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`
  const response = await fetch(`${issuer}/token`, { method: 'POST', body: form, headers: { authorization } })
  return ((await response.json()) as { readonly access_token: string }).access_token
}

describe('with a real authorization server', () => {
  it('takes its tokens for this audience, until they are revoked', async () => {
    const clients = [{ id: 'caller', secret: 'caller-secret-0123456789' }, { id: 'server', secret: 'server-secret-0123456789' }]
    await using real = await startAuthorizationServer({ accessTokenFormat: 'opaque', clients })
    const asked = introspectionAuthenticator({
      endpoint: `${real.issuer}/token/introspection`,
      clientId: 'server',
      clientSecret: 'server-secret-0123456789',
      audience: AUDIENCE,
      issuer: real.issuer
    })
    try {
      const token = await tokenOf(real, 'caller', 'caller-secret-0123456789', AUDIENCE)
      expect(token).not.toContain('.')
      expect(await ask(asked, token)).toMatchObject({ subject: 'caller', clientId: 'caller', scopes: ['tools.read'], issuer: real.issuer })
      expect(await ask(asked, await tokenOf(real, 'caller', 'caller-secret-0123456789', 'http://other.test/mcp'))).toBe('invalid')
      expect(await ask(asked, 'made-up-token')).toBe('invalid')
      const authorization = `Basic ${Buffer.from('caller:caller-secret-0123456789').toString('base64')}`
      await fetch(`${real.issuer}/token/revocation`, { method: 'POST', body: new URLSearchParams({ token }), headers: { authorization } })
      expect(await ask(asked, token)).toBe('invalid')
    } finally {
      await asked.close()
    }
  }, 60_000)
})

describe('with a scripted endpoint', () => {
  const GOOD = { active: true, sub: 'alice', client_id: 'app', aud: AUDIENCE, exp: SOON, scope: 'a b', token_type: 'Bearer' }

  async function answerTo(response: object | string, status = 200, more: object = {}): Promise<AuthenticationAnswer> {
    await using issuer = await startIssuer(() => ({ status, text: typeof response === 'string' ? response : JSON.stringify(response) }))
    const asked = introspectionAuthenticator({ endpoint: issuer.url, clientId: 'me', clientSecret: SECRET, audience: AUDIENCE, issuer: 'https://as.example', clock, ...more })
    try {
      return await ask(asked, 'opaque-token')
    } finally {
      await asked.close()
    }
  }

  it('reads who it is', async () => {
    expect(await answerTo({ ...GOOD, iss: 'https://as.example', tid: 'acme' }, 200, { tenantClaim: 'tid' })).toEqual({
      subject: 'alice', clientId: 'app', scopes: ['a', 'b'], issuer: 'https://as.example', tenantId: 'acme', expiresAt: SOON * 1000
    })
  })

  it.each([
    ['inactive', { active: false }],
    ['active as a text', { ...GOOD, active: 'true' }],
    ['no active', { ...GOOD, active: undefined }],
    ['another audience', { ...GOOD, aud: 'http://other.test' }],
    ['no audience', { ...GOOD, aud: undefined }],
    ['another issuer', { ...GOOD, iss: 'https://as.example/' }],
    ['expired', { ...GOOD, exp: NOW / 1000 }],
    ['no expiry', { ...GOOD, exp: undefined }],
    ['not yet', { ...GOOD, nbf: SOON }],
    ['another type', { ...GOOD, token_type: 'DPoP' }],
    ['bound to a key', { ...GOOD, cnf: { jkt: 'x' } }],
    ['nobody', { ...GOOD, sub: undefined, client_id: undefined }],
    ['an empty subject', { ...GOOD, sub: '' }]
  ])('does not take: %s', async (_name, response) => {
    expect(await answerTo(response)).toBe('invalid')
  })

  it('does not take a response without the tenant that is asked for', async () => {
    expect(await answerTo(GOOD, 200, { tenantClaim: 'tid' })).toBe('invalid')
  })

  it.each([
    ['an error of the server', '{}', 500],
    ['a credential that is not taken', '{"active":true}', 401],
    ['a redirect', '{}', 302],
    ['no JSON', 'active', 200],
    ['a list', '[]', 200],
    ['active twice', '{"active":false,"active":true}', 200],
    ['more than it may be', `{"active":true,"x":"${'x'.repeat(300_000)}"}`, 200]
  ])('lets nobody in for want of an answer: %s', async (_name, text, status) => {
    await expectCode(answerTo(text, status), 'authenticator_unavailable')
  })

  it('lets nobody in when nobody is there', async () => {
    const issuer = await startIssuer(() => ({ status: 200, text: '{}' }))
    await issuer.close()
    const asked = introspectionAuthenticator({ endpoint: issuer.url, clientId: 'me', clientSecret: SECRET, audience: AUDIENCE, issuer: 'https://as.example' })
    await expectCode(ask(asked, 'opaque-token'), 'authenticator_unavailable')
    await asked.close()
  })

  it('sends the token in the body, and proves itself as RFC 6749 spells it', async () => {
    await using issuer = await startIssuer(() => ({ status: 200, text: JSON.stringify(GOOD) }))
    const exchange: HttpExchange = createHttpExchange()
    const asked: Authenticator = introspectionAuthenticator({ endpoint: issuer.url, clientId: 'me:too', clientSecret: SECRET, audience: AUDIENCE, issuer: 'https://as.example', clock, exchange })
    await ask(asked, 'opaque+token')
    await exchange.close()
    expect(issuer.arrivals).toMatchObject([{ method: 'POST', path: '/', text: 'token=opaque%2Btoken&token_type_hint=access_token' }])
    const basic = Buffer.from(issuer.arrivals[0]?.authorization?.slice(6) ?? '', 'base64').toString()
    expect(basic).toBe('me%3Atoo:introspection-secret%3A%2B+%C3%BC')
  })

  it('asks again for every request, or believes an answer as long as it was told, and no longer than the token lives', async () => {
    await using issuer = await startIssuer(() => ({ status: 200, text: JSON.stringify(GOOD) }))
    let at = NOW
    const options = { endpoint: issuer.url, clientId: 'me', clientSecret: SECRET, audience: AUDIENCE, issuer: 'https://as.example', clock: { now: () => at } }
    const [always, cached] = [introspectionAuthenticator(options), introspectionAuthenticator({ ...options, cacheMs: 60_000 })]
    for (let round = 0; round < 2; round += 1) await ask(always, 'opaque-token')
    expect(issuer.arrivals.length).toBe(2)
    for (let round = 0; round < 3; round += 1) expect(await ask(cached, 'opaque-token')).toMatchObject({ subject: 'alice' })
    expect(issuer.arrivals.length).toBe(3)
    await ask(cached, 'another-token')
    expect(issuer.arrivals.length).toBe(4)
    at = SOON * 1000
    expect(await ask(cached, 'opaque-token')).toBe('invalid')
    await Promise.all([always.close(), cached.close()])
  })
})

it.each([
  ['endpoint', { endpoint: 'http://as.example/introspect' }],
  ['endpoint', { endpoint: 'https://user@as.example/' }],
  ['clientSecret', { clientSecret: '' }],
  ['audience', { audience: '' }],
  ['cacheMs', { cacheMs: 60_001 }],
  ['cacheMs', { cacheMs: Number.NaN }]
])('refuses an option: %s', (option, changed) => {
  const options = { endpoint: 'https://as.example/introspect', clientId: 'me', clientSecret: SECRET, audience: AUDIENCE, issuer: 'https://as.example' }
  expect(expectThrownCode(() => introspectionAuthenticator({ ...options, ...changed }), 'option_invalid').details['option']).toBe(option)
})
