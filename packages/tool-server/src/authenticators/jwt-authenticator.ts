import type { AuthenticationAnswer, Authenticator } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { jwtVerify } from 'jose'
import { ownMember } from '../protocol/json-members.ts'
import { fetchDocument } from './fetch-document.ts'
import { checkJwtOptions } from './jwt-options.ts'
import type { JwtAuthenticatorOptions, TrustedIssuer } from './jwt-options.ts'
import { fetchedKeys, fixedKeys } from './key-source.ts'
import type { KeySource } from './key-source.ts'
import { lendExchange } from './lent-exchange.ts'
import type { LentExchange } from './lent-exchange.ts'
import { principalOf } from './principal-of.ts'
import { readTokenParts } from './read-token-parts.ts'
import { refuseOption } from './refuse-option.ts'

/** An authenticator that may hold connections. */
export interface ClosableAuthenticator extends Authenticator {
  /** Ends the connections that it opened itself. */
  close(): Promise<void>
}

/**
 * Access tokens that are signed JWTs (RFC 9068), judged here by the keys of their issuer. Demanded of each: one of the
 * algorithms, the `typ`, exactly one of the issuers, the audience, `exp`, `sub`; `nbf` and `iat` have to hold where they
 * are. Which keys judge a token is decided by its issuer alone. A token that is not taken is `invalid`, whatever is wrong;
 * keys that cannot be had make it `unavailable`.
 *
 * @throws GovernedError `option_invalid`
 */
export function jwtAuthenticator(options: JwtAuthenticatorOptions): ClosableAuthenticator {
  const trusted = checkJwtOptions(options)
  const { audience, tenantClaim, scopeClaim = 'scope', clockToleranceSeconds: toleranceSeconds = 5, clock = Date } = options
  const requiredType = options.requiredType === undefined ? 'at+jwt' : options.requiredType
  const algorithms = [...options.algorithms]
  const exchange = lendExchange(options.exchange)
  const now = (): number => clock.now()
  const sources = new Map(trusted.map((issuer) => [issuer.issuer, keysOf(issuer, exchange, now)]))

  async function judge(token: string): Promise<AuthenticationAnswer> {
    const parts = readTokenParts(token)
    const issuer = parts === null ? undefined : ownMember(parts.claims, 'iss')
    const keys = typeof issuer === 'string' ? sources.get(issuer) : undefined
    if (parts === null || typeof issuer !== 'string' || keys === undefined) return 'invalid'
    const nowMs = now()
    try {
      await jwtVerify(token, keys, {
        algorithms,
        issuer,
        audience,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: toleranceSeconds,
        currentDate: new Date(nowMs),
        ...(requiredType === null ? {} : { typ: requiredType })
      })
    } catch (error) {
      if (error instanceof GovernedError) throw error
      return 'invalid'
    }
    return principalOf(parts.claims, { issuer, audience, toleranceSeconds, tenantClaim, scopeClaim, clientMaySpeak: false, nowMs }) ?? 'invalid'
  }

  return {
    authenticate: ({ token }) => (token === null ? 'missing' : judge(token)),
    close: () => exchange.close()
  }
}

function keysOf({ jwksUri, jwks }: TrustedIssuer, exchange: LentExchange, now: () => number): KeySource {
  if (jwksUri === undefined) {
    try {
      return fixedKeys(jwks ?? {})
    } catch {
      return refuseOption('jwks', 'not a JSON Web Key Set')
    }
  }
  const headers = [['accept', 'application/jwk-set+json, application/json']] as const
  return fetchedKeys(async () => fetchDocument(await exchange.get(), { method: 'GET', url: jwksUri, headers, body: null }), now)
}
