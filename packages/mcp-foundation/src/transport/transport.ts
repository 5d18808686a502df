import type { Bounds, HeaderList } from '@b10x/ports'
import type { ReceivedNotification, ReceivedRequest, ReceivedResponse } from '../json-rpc/received-message.ts'

export type { HeaderList } from '@b10x/ports'

/** Where a listing came from: evidence in a snapshot, never part of its digest, never with a secret in it. */
export type EndpointEvidence =
  | { readonly transport: 'streamable-http'; readonly url: string }
  /** HTTP+SSE of 2024-11-05; the address of the event stream. */
  | { readonly transport: 'sse'; readonly url: string }
  | {
      readonly transport: 'stdio'
      /** Program and arguments as asked for; values that look like credentials are replaced by `[redacted]`. */
      readonly command: readonly string[]
      /** The absolute path that was started. */
      readonly program: string
      /** The npm package that the program or its script came from, where that can be told. */
      readonly package?: { readonly name: string; readonly version: string; readonly integrity?: string }
    }

/** An MCP transport that was described but not opened: no process, no socket. */
export interface McpTransport {
  readonly kind: EndpointEvidence['transport']
  open(context: OpenContext): Promise<Channel>
}

/** What the client lends a channel for its whole life. */
export interface OpenContext {
  readonly bounds: Bounds
  /** Aborts opening; its reason is the error to reject with. */
  readonly signal: AbortSignal
  /** A notification that belongs to no request in flight, such as `notifications/tools/list_changed`. */
  readonly onNotification: (notification: ReceivedNotification) => void
  /** A request of the server. Returns the JSON text of our response, or null when the era forbids answering. */
  readonly answer: (request: ReceivedRequest) => string | null
}

/** One request of ours on its way to the peer. */
export interface WireRequest {
  readonly id: number
  readonly method: string
  /** The complete JSON text of the message. */
  readonly body: string
  readonly headers: HeaderList
  /** Ends the wait (and, over HTTP, the response stream); its reason is the error to reject with. */
  readonly signal: AbortSignal
  /** Called immediately before the first byte of the message can reach the peer (dispatch once). */
  readonly onDispatch: () => void
  /** A challenge came in answer: the server did nothing. The message may be dispatched once more, with other credentials. */
  readonly onChallenge?: () => void
  /** A notification on this request's own response stream, or one that arrives while it waits. */
  readonly onNotification: (notification: ReceivedNotification) => void
}

export interface WireResponse {
  /** The answer to this request's id; over HTTP also an error without an id in the response to its POST. */
  readonly message: ReceivedResponse
  /** HTTP status of the response that held the message; null on stdio and over HTTP+SSE. */
  readonly status: number | null
  /** `Mcp-Session-Id` of the response, when the server set one (2025-03-26 to 2025-11-25). */
  readonly sessionId: string | null
}

/** Counts for `doctor`: what the peer sent beyond the protocol. */
export interface ChannelDiagnostics {
  /** Standard output lines that were no JSON-RPC message. */
  readonly bannerLines: number
  /** Responses to no request in flight. */
  readonly strayMessages: number
  /** Bytes the child wrote to standard error, kept or not. */
  readonly stderrBytes: number
  /** The kept tail of standard error. Text of the peer: for the operator only. */
  readonly stderrTail: string
}

/**
 * An open connection. It frames, bounds and matches messages; it knows no era and no method.
 *
 * A request rejects with a GovernedError: before `onDispatch` nothing reached the peer. Codes: `endpoint_unreachable`,
 * `redirect_denied`, `credential_rejected` (401, 403), `http_status_unexpected` (any other status without a JSON-RPC
 * body), `response_invalid`, `message_invalid`, `bound_exceeded`, `stream_ended`, `process_exited`, `connection_closed`,
 * or the reason of its signal.
 */
export interface Channel {
  readonly endpoint: EndpointEvidence
  request(request: WireRequest): Promise<WireResponse>
  /** Sends a notification or a response. Resolves when it was handed over; never rejects for what the peer answers. */
  notify(body: string, headers: HeaderList): Promise<void>
  /** Revision 2025-03-26 may answer in JSON arrays; from this call on they are accepted. */
  acceptBatches(): void
  /** stdio: starts the program once more after the probe ended it. Absent where a connection has no process. */
  readonly restart?: (signal: AbortSignal) => Promise<void>
  /** Streamable HTTP: ends the session by DELETE (2025-03-26 to 2025-11-25); any answer is accepted. */
  readonly endSession?: (headers: HeaderList) => Promise<void>
  diagnostics(): ChannelDiagnostics
  /** Idempotent. After it settles no process, socket or timer of this channel is left. */
  close(): Promise<void>
}
