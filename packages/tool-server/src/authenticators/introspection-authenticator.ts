import { createHash } from 'node:crypto'
import type { AuthenticationAnswer, Clock, HttpExchange, Principal } from '@b10x/ports'
import { ownMember } from '../protocol/json-members.ts'
import { AUTHENTICATOR_BOUNDS } from './authenticator-bounds.ts'
import { fetchDocument } from './fetch-document.ts'
import type { ClosableAuthenticator } from './jwt-authenticator.ts'
import { lendExchange } from './lent-exchange.ts'
import { principalOf } from './principal-of.ts'
import { demandEndpoint, demandText, refuseOption } from './refuse-option.ts'

export interface IntrospectionAuthenticatorOptions {
  /** https, or http to this machine. */
  readonly endpoint: string
  /** How this server proves itself there, with HTTP Basic. */
  readonly clientId: string
  readonly clientSecret: string
  /** This server, as responses spell it in `aud`. */
  readonly audience: string
  /** Whose endpoint it is. A response with another `iss` is not taken. */
  readonly issuer: string
  /** How long a token is believed without asking again, also when it was revoked: 0 to 60 000 ms, the default is 0. */
  readonly cacheMs?: number
  /** The member that names the tenant. Given, every response has to have it. */
  readonly tenantClaim?: string
  /** Default `scope`. */
  readonly scopeClaim?: string
  readonly exchange?: HttpExchange
  readonly clock?: Clock
}

interface Kept {
  readonly principal: Principal
  readonly until: number
}

/**
 * Asks the authorization server about each token (RFC 7662). Demanded: `active`, the audience, `exp`, a `sub`
 * or, where a client speaks for itself, its `client_id`; an `iss` has to be the issuer, and the type a bearer. Whatever keeps it from asking makes the answer `unavailable`: nobody is let in.
 *
 * @throws GovernedError `option_invalid`
 */
export function introspectionAuthenticator(options: IntrospectionAuthenticatorOptions): ClosableAuthenticator {
  checkOptions(options)
  const { endpoint, audience, issuer, cacheMs = 0, tenantClaim, scopeClaim = 'scope', clock = Date } = options
  const credentials = [options.clientId, options.clientSecret].map(encodeForm).join(':')
  const headers = [
    ['accept', 'application/json'],
    ['authorization', `Basic ${Buffer.from(credentials).toString('base64')}`],
    ['content-type', 'application/x-www-form-urlencoded']
  ] as const
  const exchange = lendExchange(options.exchange)
  /** By digest: a token is not kept. */
  const kept = new Map<string, Kept>()

  async function ask(token: string): Promise<Principal | null> {
    const body = new URLSearchParams({ token, token_type_hint: 'access_token' }).toString()
    const claims = await fetchDocument(await exchange.get(), { method: 'POST', url: endpoint, headers, body })
    const [answeredBy = issuer, type = 'Bearer'] = ['iss', 'token_type'].map((name) => ownMember(claims, name))
    const fits = answeredBy === issuer && typeof type === 'string' && type.toLowerCase() === 'bearer'
    if (ownMember(claims, 'active') !== true || !fits) return null
    return principalOf(claims, { issuer, audience, toleranceSeconds: 0, tenantClaim, scopeClaim, clientMaySpeak: true, nowMs: clock.now() })
  }

  async function judge(token: string): Promise<AuthenticationAnswer> {
    const key = cacheMs === 0 ? '' : createHash('sha256').update(token).digest('base64')
    const known = kept.get(key)
    if (known !== undefined && known.until > clock.now()) return known.principal
    kept.delete(key)
    const principal = await ask(token)
    if (principal === null) return 'invalid'
    if (cacheMs > 0) keep(key, principal)
    return principal
  }

  function keep(key: string, principal: Principal): void {
    const [oldest] = kept.keys()
    if (kept.size >= AUTHENTICATOR_BOUNDS.maxIntrospectionCacheEntries && oldest !== undefined) kept.delete(oldest)
    kept.set(key, { principal, until: Math.min(clock.now() + cacheMs, principal.expiresAt ?? 0) })
  }

  return {
    authenticate: ({ token }) => (token === null ? 'missing' : judge(token)),
    close: () => exchange.close()
  }
}

function checkOptions(options: IntrospectionAuthenticatorOptions): void {
  demandEndpoint(options.endpoint, 'endpoint')
  for (const name of ['clientId', 'clientSecret', 'audience', 'issuer'] as const) demandText(options[name], name)
  const { cacheMs = 0 } = options
  if (!(cacheMs >= 0 && cacheMs <= AUTHENTICATOR_BOUNDS.maxIntrospectionCacheMs)) refuseOption('cacheMs', 'not between 0 and 60 000')
}

/** RFC 6749, 2.3.1: each half is form-urlencoded before they are joined. */
function encodeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
