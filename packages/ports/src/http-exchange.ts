/** Header names in lower case with their values, in order. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** One HTTP request as bytes. Redirects are never followed and nothing is ever sent twice. */
export interface HttpRequest {
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly url: string
  readonly headers: HeaderList
  readonly body: string | null
  /** Ends the exchange; it then rejects with the signal's reason. */
  readonly signal: AbortSignal
  /** Called once, immediately before the first byte can reach the peer. */
  readonly onDispatch: () => void
}

/** Where the response goes, chunk by chunk. An exception thrown by either function ends the exchange with it. */
export interface HttpResponseSink {
  /** Called once, with the final status (never 1xx) and the header names in lower case. */
  onHead(status: number, headers: HeaderList): void
  /**
   * Returns false when nothing more is needed: the exchange resolves at once and lets the connection go.
   * The chunk belongs to the sink: the exchange does not write into it afterwards.
   */
  onChunk(chunk: Uint8Array): boolean
}

/**
 * The byte-shaped seam that owns the sockets: undici in mcp-foundation, an egress transport elsewhere.
 * Resolves when the response ended or the sink had enough. Rejects with `endpoint_unreachable` or the signal's reason.
 */
export interface HttpExchange {
  exchange(request: HttpRequest, sink: HttpResponseSink): Promise<void>
  /** Ends all connections. Exchanges in flight reject with `connection_closed`. */
  close(): Promise<void>
}
