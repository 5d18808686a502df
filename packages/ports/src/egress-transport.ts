import type { HeaderList, HttpResponseSink } from './http-exchange.ts'

/**
 * Names one reviewed destination of one Connection. A caller of the egress names a destination; it can never give an
 * address, so a credential cannot be sent elsewhere.
 */
export interface EndpointKey {
  readonly connectionRef: string
  /** The part that the endpoint plays in the service: `mcp_connection`. */
  readonly endpointRef: string
}

/** One request to a reviewed destination: its address is the binding's, to the byte. */
export interface EgressRequest {
  readonly endpoint: EndpointKey
  readonly method: 'POST' | 'GET' | 'DELETE'
  /** Lower-case names. Those that frame a message or steer a connection are the transport's and refused here. */
  readonly headers: HeaderList
  readonly body: string | null
  /** Ends the exchange in any phase; it then rejects with the signal's reason. */
  readonly signal: AbortSignal
  /** From now, in milliseconds, for everything from the look-up to the last byte. It can only shorten the binding's. */
  readonly deadlineMs?: number
  /** Called once, immediately before the first byte can reach the peer. */
  readonly onDispatch: () => void
}

/** Limits of one destination, each named in its refusal. */
export interface EgressBounds {
  /** One absolute deadline from look-up to last byte, in milliseconds. */
  readonly exchangeDeadlineMs: number
  /** The head of a response, and what came before it (1xx), in bytes. */
  readonly maxHeaderBytes: number
  /** The body of a request, in UTF-8 bytes. */
  readonly maxRequestBytes: number
  /** Everything that arrives on the socket for one response: framing, trailers and body as received, in bytes. */
  readonly maxWireBytes: number
  /** The body of a response once its content coding is undone, in bytes. */
  readonly maxDecodedBytes: number
  /** Connections to the destination at a time. */
  readonly maxConnections: number
  /** Exchanges that may wait for a connection. One more is `egress_saturated`. */
  readonly maxQueued: number
}

export type EgressBoundName = keyof EgressBounds

/** How far an exchange got. */
export type EgressPhase = 'queue' | 'dns' | 'connect' | 'tls' | 'send' | 'head' | 'body'

/**
 * Bounded exchanges with reviewed destinations: the only way out for connectors. It is no channel: what is received ends
 * with the exchange. Nothing is redirected, repeated or sent through a proxy that the review does not name.
 *
 * `exchange` resolves when the response ended or the sink had enough. It rejects with the signal's reason or with
 * GovernedError `destination_denied`, `address_denied`, `redirect_denied`, `egress_unreachable`, `egress_timeout`,
 * `egress_bound_exceeded`, `egress_response_invalid`, `egress_saturated` or `connection_closed`; `maybeDelivered` in
 * the details of those that can come late says whether the request may have reached the peer.
 */
export interface EgressTransport {
  /**
   * The reviewed address behind a key, canonical. Opens nothing.
   * @throws GovernedError `destination_denied` (`unbound`)
   */
  addressOf(endpoint: EndpointKey): string
  exchange(request: EgressRequest, sink: HttpResponseSink): Promise<void>
  /** Ends all connections. Exchanges in flight reject with `connection_closed`. Idempotent. */
  close(): Promise<void>
}
