import type { Clock, EgressBounds, EndpointKey } from '@b10x/ports'

/** One reviewed destination of one Connection. What is not named here is not reachable. */
export interface EndpointBinding extends EndpointKey {
  /**
   * Exactly where requests go, as the WHATWG URL Standard writes it: `https:`, a host name of A-labels or a public address,
   * a path. No user, no query, no fragment, no trailing dot.
   */
  readonly url: string
  /** Default `POST` and `DELETE`. */
  readonly methods?: readonly ('POST' | 'GET' | 'DELETE')[]
  /** Ports that the review allows `url` to name. Default 443 alone. */
  readonly ports?: readonly number[]
  /** Lower-case names of the headers that a caller may send. Default: all but those that are the transport's own. */
  readonly requestHeaders?: readonly string[]
  /** Lower-case names of the headers that a caller sees. Default `DEFAULT_RESPONSE_HEADERS`. */
  readonly responseHeaders?: readonly string[]
  readonly bounds?: Partial<EgressBounds>
  /**
   * Private networks, as CIDR, whose addresses the destination may have: of 10/8, 172.16/12, 192.168/16, 100.64/10 and
   * fc00::/7. Addresses of metadata services are refused inside them, too.
   */
  readonly privateRanges?: readonly string[]
  /** Certificates in PEM that alone are trusted for this destination. Default: those that Node brings. */
  readonly certificateAuthority?: string
  /**
   * An egress proxy: `http://host:port`. It is asked for a tunnel to the reviewed name, which it looks up itself, so that no
   * address of the destination is checked here; TLS ends at the destination. Its own address may be private.
   */
  readonly proxy?: { readonly url: string }
}

/** Looks a name up once. All answers are judged; order is preference. */
export type Resolver = (name: string) => Promise<readonly string[]>

/** Something an operator has to see when an egress is made. */
export type EgressWarning =
  | { readonly code: 'loopback_allowed'; readonly endpoint: EndpointKey }
  | { readonly code: 'environment_ignored'; readonly variable: string }

export interface EgressOptions {
  readonly endpoints: readonly EndpointBinding[]
  /** Default: the system's look-up (`getaddrinfo`), so that its hosts file counts. */
  readonly resolver?: Resolver
  /** For the age of connections. */
  readonly clock?: Clock
  /** Default: a warning of the process. */
  readonly onWarning?: (warning: EgressWarning) => void
  /**
   * Endpoints that may be on loopback, over `http:` as well. For development and tests; each is warned of at every start.
   */
  readonly development?: { readonly loopbackEndpoints: readonly EndpointKey[] }
}

/** What of a response concerns MCP and its authorization. */
export const DEFAULT_RESPONSE_HEADERS: readonly string[] = Object.freeze([
  'content-type',
  'mcp-session-id',
  'mcp-protocol-version',
  'www-authenticate',
  'retry-after'
])
