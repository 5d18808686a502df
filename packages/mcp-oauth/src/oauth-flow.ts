import type { Clock, HttpAuthorization, HttpExchange } from '@b10x/ports'

/** What a flow is to authorize for. */
export interface OAuthTarget {
  /** Address of the MCP server. Also the `resource` (RFC 8707) unless one was reviewed. */
  readonly endpoint: string
  /** The reviewed `resource`, sent exactly like this. */
  readonly resource?: string
  /** Owns the sockets. Its owner closes it. */
  readonly exchange: HttpExchange
  readonly clock?: Clock
  /** Hosts, as `name` or `name:port`, that plain http may reach. Loopback always may. */
  readonly allowInsecureHosts?: readonly string[]
  /** The bare code of an authorization response. Refused with `issuer_missing` where the server promises `iss`. */
  readonly authorizationCode?: string
  /** The whole callback address, with `code`, `state` and `iss`. */
  readonly authorizationResponse?: string | URL
}

/** One way to get tokens. It holds no connection: `authorize` makes credentials for one server out of it. */
export interface OAuthFlow {
  authorize(target: OAuthTarget): HttpAuthorization
}
