import type { TokenEndpointResponse } from 'oauth4webapi'
import { OAUTH_BOUNDS } from '../bounds.ts'
import { splitScope } from '../scopes/scope-set.ts'
import type { StoredClient, StoredTokens } from '../state/stored-state.ts'

/** What tokens are for, beside what the response says. */
export interface TokenFacts {
  readonly issuer: string
  readonly client: StoredClient
  readonly resource: string
  /** Granted, where the response names no scope (RFC 6749, 5.1). */
  readonly scopes: readonly string[]
  /** Kept, where the response brings no other (RFC 6749, 6). */
  readonly refreshToken: string | undefined
  readonly now: number
}

/** The form in which tokens are stored. */
export function keepTokens(response: TokenEndpointResponse, facts: TokenFacts): StoredTokens {
  const refreshToken = response.refresh_token ?? facts.refreshToken
  const lifetime = response.expires_in === undefined ? null : Math.min(response.expires_in, OAUTH_BOUNDS.maxExpiresInSeconds) * 1000
  return {
    issuer: facts.issuer,
    client: facts.client,
    resource: facts.resource,
    accessToken: response.access_token,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    scopes: response.scope === undefined ? facts.scopes : splitScope(response.scope),
    obtainedAt: facts.now,
    ...(lifetime === null ? {} : { expiresAt: facts.now + lifetime })
  }
}

/** A minute, or a tenth of a shorter life: time for the request that carries the token. */
export function isFresh(tokens: StoredTokens, now: number): boolean {
  if (tokens.expiresAt === undefined) return true
  return now < tokens.expiresAt - Math.min(60_000, (tokens.expiresAt - tokens.obtainedAt) / 10)
}

export function isExpired(tokens: StoredTokens, now: number): boolean {
  return tokens.expiresAt !== undefined && now >= tokens.expiresAt
}
