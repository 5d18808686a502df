import type { Bounds } from '@b10x/ports'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { Violation } from '../json-schema/verdict.ts'
import type { Era, ToolSnapshot } from '../snapshot/tool-snapshot.ts'
import type { ChannelDiagnostics, EndpointEvidence } from '../transport/transport.ts'

export interface ConnectOptions {
  /** Speak exactly this revision, without a probe. Default: negotiate, newest first. */
  readonly protocolVersion?: string
  /** Overrides of `DEFAULT_BOUNDS`, each up to its ceiling. */
  readonly bounds?: Partial<Bounds>
  /** Ends connecting. */
  readonly signal?: AbortSignal
  /** `clientInfo` of the protocol. Default: this package's name and version. */
  readonly clientInfo?: { readonly name: string; readonly version: string }
  /** A label for the authorization context, kept in snapshots. Default `none`. */
  readonly authorization?: string
  /** How long the stdio probe waits before the older handshake is sent too, in milliseconds. Default 3 000. */
  readonly probeTimeoutMs?: number
  /** Called when the server says that its tools changed after they were frozen. The frozen set stays. */
  readonly onDriftSuspected?: () => void
}

export interface Progress {
  readonly progress: number
  readonly total?: number
  /** Text of the server. */
  readonly message?: string
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Absolute, in milliseconds, at most the `callDeadlineMs` bound. Progress does not extend it. */
  readonly deadlineMs?: number
  readonly onProgress?: (progress: Progress) => void
}

/** What every outcome keeps: the result exactly as received. */
interface ReceivedOutcome {
  /** The parsed `result`, unknown members included, numbers exact. */
  readonly result: JsonObject
  /** The exact source text of `result`. */
  readonly resultText: string
  /** The exact bytes of `result`. */
  readonly bytes: () => Uint8Array
}

export interface CompleteOutcome extends ReceivedOutcome {
  readonly kind: 'complete'
  /** True when the tool says that it failed. */
  readonly isError: boolean
  /** `content` as received, every block opaque; empty where the server sent only structured content. */
  readonly content: readonly JsonValue[]
  /** `structuredContent` as received. Absent when absent; may be null. */
  readonly structuredContent?: JsonValue
  /** Present when the tool has an `outputSchema` and `isError` is false, and the result is not known to be what it promises. */
  readonly outputSchemaViolation?: OutputSchemaViolation
}

/** How a result breaks the `outputSchema` of its tool. The result itself is untouched. */
export interface OutputSchemaViolation {
  /** `absent`: there is no structured content. `not_judged`: judging took more than the `maxSchemaSteps` bound, or too much depth. */
  readonly reason: 'absent' | 'mismatch' | 'not_judged'
  /** Where it does not fit, at most eight places. The pointers hold names of the server. */
  readonly violations: readonly Violation[]
}

/** The server wants more input before it runs (MCP 2026-07-28, multi-round-trip requests). Nothing is retried. */
export interface InputRequiredOutcome extends ReceivedOutcome {
  readonly kind: 'input_required'
  /** Keys of `inputRequests` with the method that each asks for. */
  readonly inputRequests: readonly { readonly key: string; readonly method: string | null }[]
  /** Size of `requestState` in bytes, or null without one. */
  readonly requestStateBytes: number | null
  /** Sends the call once more with `requestState` and the given responses. A new dispatch: approve it first. */
  readonly continue: (inputResponses?: JsonObject, options?: CallOptions) => Promise<CallOutcome>
}

/** A task handle, an unknown `resultType`, or a result without content: never a success. */
export interface UnrecognizedOutcome extends ReceivedOutcome {
  readonly kind: 'unrecognized'
  readonly reason: 'task' | 'unknown_result_type' | 'content_absent'
}

export type CallOutcome = CompleteOutcome | InputRequiredOutcome | UnrecognizedOutcome

/** What `doctor` reports about a connection. */
export interface ClientDiagnostics extends ChannelDiagnostics {
  /** Results that came without the `resultType` that 2026-07-28 demands. */
  readonly resultTypeAbsent: number
  /** The probe ended the process, which was started once more. */
  readonly restarted: boolean
}

/** A connected, tools-only client. */
export interface McpClient {
  readonly era: Era
  readonly protocolVersion: string
  readonly endpoint: EndpointEvidence
  readonly bounds: Bounds
  /** True from the moment the server said that its tools changed after `freeze()`. */
  readonly driftSuspected: boolean
  /** Lists all pages and makes the result this client's fixed set. Called again it returns the same snapshot. */
  freeze(options?: { readonly signal?: AbortSignal }): Promise<ToolSnapshot>
  /** Lists all pages again. The fixed set does not change: compare with `diffSnapshots`. */
  relist(options?: { readonly signal?: AbortSignal }): Promise<ToolSnapshot>
  /** One `tools/call`, on the wire at most once. Freezes first when nothing is frozen yet. */
  callTool(name: string, args?: JsonObject, options?: CallOptions): Promise<CallOutcome>
  diagnostics(): ClientDiagnostics
  /** Idempotent. Calls in flight reject; afterwards no process, socket or timer is left. */
  close(): Promise<void>
}
