/** Who calls, as an authenticator of the host says. */
export interface Principal {
  /** Stable and unique within the issuer: `user:alice`, a `sub`. */
  readonly subject: string
  readonly tenantId?: string
  readonly scopes: readonly string[]
  /** The OAuth client that the principal came through. */
  readonly clientId?: string
  readonly issuer?: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly expiresAt?: number
}

/** What an inbound HTTP request shows of itself. */
export interface AuthenticationRequest {
  /** The bearer token (RFC 6750, 2.1), or null. A secret: it goes to no tool, no row and no log. */
  readonly token: string | null
  /** A header of the request by its lower-case name, or null. For hosts that authenticate otherwise. */
  header(name: string): string | null
  readonly signal: AbortSignal
}

/**
 * `missing` and `invalid` answer 401 with a challenge, `unavailable` 503: nobody is let in because somebody could not be
 * asked.
 */
export type AuthenticationAnswer = Principal | 'missing' | 'invalid' | 'unavailable'

/** Who may come in. One that throws answers `unavailable`. */
export interface Authenticator {
  authenticate(request: AuthenticationRequest): AuthenticationAnswer | Promise<AuthenticationAnswer>
}
