/**
 * What a `Client` of the official SDK needs of a transport, and what a governed one gives it. `Transport` of
 * `@modelcontextprotocol/sdk` 1.x and of `@modelcontextprotocol/client` 2.x have this shape, so neither is imported.
 */
export interface SdkTransport {
  start(): Promise<void>
  send(message: never, options?: never): Promise<void>
  close(): Promise<void>
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: never, extra?: never) => void) | undefined
  setProtocolVersion?: ((version: string) => void) | undefined
  /** Where it is known before the handshake: a transport that takes up a session again. */
  readonly protocolVersion?: string | undefined
}

/**
 * A JSON-RPC message as the SDK hands it on: parsed by `JSON.parse`, whatever that lost is gone. Nothing is said of the
 * values of its members.
 */
export interface SdkMessage {
  readonly jsonrpc: '2.0'
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

/** Sends over a transport whose own type of messages is not known here. */
export function sendOver(transport: SdkTransport, message: SdkMessage, options?: object): Promise<void> {
  return transport.send(message as never, options as never)
}

export type Members = Readonly<Record<string, unknown>>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
