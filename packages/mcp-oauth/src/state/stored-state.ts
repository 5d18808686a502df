import type { OAuthState } from '../oauth-state.ts'

/** A client as an authorization server registered it. A configured one is never stored. */
export interface StoredClient {
  readonly clientId: string
  readonly clientSecret?: string
  readonly authMethod?: string
}

/** A registration that can be used again, for the same redirect. */
export interface StoredRegistration extends StoredClient {
  readonly redirectUrl: string
  /** Milliseconds since 1970. Absent: never. */
  readonly secretExpiresAt?: number
}

export interface StoredTokens {
  /** Who issued them: they are of no use anywhere else. */
  readonly issuer: string
  readonly client: StoredClient
  readonly resource: string
  readonly accessToken: string
  readonly refreshToken?: string
  readonly scopes: readonly string[]
  /** Milliseconds since 1970. */
  readonly obtainedAt: number
  readonly expiresAt?: number
}

/** What was recorded before the user was sent off (MCP 2026-07-28, Authorization Response Validation). */
export interface StoredPending {
  readonly state: string
  readonly codeVerifier: string
  readonly issuer: string
  readonly issPromised: boolean
  readonly client: StoredClient
  readonly redirectUrl: string
  readonly resource: string
  readonly scopes: readonly string[]
  readonly stepUp: boolean
  readonly at: number
}

/** The intent to refresh, recorded before the request: whoever finds it knows that a token may be spent. */
export interface StoredRefresh {
  readonly by: string
  readonly at: number
  /** How often an intent that nobody finished was taken over. */
  readonly takeovers: number
}

/** What is held for one MCP server by one kind of grant. */
export interface StoredServer {
  readonly tokens?: StoredTokens
  /** Every scope that was asked for so far. */
  readonly requested?: readonly string[]
  readonly pending?: readonly StoredPending[]
  /** Digests of codes and states that were used. */
  readonly spent?: readonly string[]
  readonly refreshing?: StoredRefresh
  readonly stepUps?: readonly { readonly scopes: readonly string[]; readonly at: number }[]
}

/** The state with the members that this version reads. */
export interface StoredState extends OAuthState {
  /** The last registration with each issuer. */
  readonly registrations: Readonly<Record<string, StoredRegistration>>
  /** The issuer that each configured client belongs to, by its id. */
  readonly bindings: Readonly<Record<string, string>>
  /** By grant and resource. */
  readonly servers: Readonly<Record<string, StoredServer>>
}
