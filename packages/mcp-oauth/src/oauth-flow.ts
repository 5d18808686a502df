import type { Clock, HttpAuthorization, HttpExchange } from '@b10x/ports'

/** What a flow is to authorize for. */
export interface OAuthTarget {
  /** Address of the MCP server. Also the `resource` (RFC 8707), canonical and without a query, unless one was reviewed. */
  readonly endpoint: string
  /** The reviewed `resource`, sent exactly like this. Metadata about another one is refused. */
  readonly resource?: string
  /** Owns the sockets. Its owner closes it. */
  readonly exchange: HttpExchange
  readonly clock?: Clock
  /**
   * Hosts, as `name` or `name:port`, that plain http may reach. Loopback may where the endpoint is itself on loopback: a
   * remote server must not lead to a service of this machine.
   */
  readonly allowInsecureHosts?: readonly string[]
  /** The bare code of an authorization response. Refused with `issuer_missing` where the server promises `iss`. */
  readonly authorizationCode?: string
  /** The whole callback address, with `code`, `state` and `iss`. */
  readonly authorizationResponse?: string | URL
}

/** What is held for a server. No secret is in it. */
export interface OAuthStatus {
  /** `pending`: a user was sent to the authorization server and no response came yet. */
  readonly state: 'none' | 'pending' | 'authorized'
  readonly issuer: string | null
  readonly clientId: string | null
  readonly resource: string | null
  /** The granted scopes; where the server named none, those that were asked for. */
  readonly scopes: readonly string[]
  /** When the access token expires, in milliseconds since 1970; null where the server did not say. */
  readonly expiresAt: number | null
  /** Whether new access tokens can be had without the user. */
  readonly refreshable: boolean
}

/** Credentials for one server, and what a program can do with them without a request to that server. */
export interface OAuthAuthorization extends HttpAuthorization {
  /**
   * Gets tokens without waiting for a challenge: nothing to do where usable ones are held; else the authorization code of
   * the target, a refresh, or the client's credentials; else the user is sent off and `authorization_required` is thrown.
   * To force a new login, log out first.
   */
  login(signal?: AbortSignal): Promise<void>
  /** Reads the store, and sends nothing. */
  status(): Promise<OAuthStatus>
  /**
   * Forgets tokens and pending authorizations of this server. Where the authorization server has a revocation endpoint
   * (RFC 7009), the tokens are revoked first; a failure of that does not keep them. The registration of the client stays.
   */
  logout(signal?: AbortSignal): Promise<void>
}

/** One way to get tokens. It holds no connection: `authorize` makes credentials for one server out of it. */
export interface OAuthFlow {
  authorize(target: OAuthTarget): OAuthAuthorization
}
