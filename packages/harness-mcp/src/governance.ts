import type { ApprovalPort, AuditSink, Clock, JsonObject, PolicyPort, PublishedTool, ToolResult } from '@b10x/ports'
import type { ResultStore } from './results/result-store.ts'

/** What a hook sees of a call. The arguments are frozen: hooks refuse, and never change. */
export interface HookedCall {
  readonly tool: PublishedTool
  readonly arguments: JsonObject
  readonly actor?: string
  readonly tenantId?: string
  readonly runId?: string
  readonly toolCallId?: string
  readonly signal: AbortSignal
}

/** Code of the host around each call. What it throws refuses the call before it, and is kept as a `cause` after it. */
export interface CallHook {
  /** `refuse`, or an exception, refuses with `hook_refused`. */
  beforeCall?(call: HookedCall): undefined | 'refuse' | Promise<undefined | 'refuse'>
  afterCall?(call: HookedCall, result: ToolResult): void | Promise<void>
}

/** The local authority over calls: everything that is decided here and not by a server or a model. */
export interface Governance {
  /** Default: by effect; `none` and `read` are allowed, everything else needs an approval. See `toolPolicy()`. */
  readonly toolPolicy?: PolicyPort
  /** Default: nobody approves. */
  readonly approvals?: ApprovalPort
  readonly hooks?: readonly CallHook[]
  /** Default: no rows are kept. */
  readonly audit?: AuditSink
  /** Keeps results that are over their bound, for a host to read piece by piece. Default: they are refused and gone. */
  readonly results?: ResultStore
  readonly clock?: Clock
  /** Who runs: used where a call's context does not say. */
  readonly actor?: string
  readonly tenantId?: string
  readonly runId?: string
}
