/** Progress of a running call. Numbers only: a server's text about its progress is not passed on. */
export interface ToolProgress {
  readonly progress: number
  readonly total?: number
}

/** On whose behalf a call is made, and how long it may take. Written by the host, never by a model. */
export interface CallContext {
  /** The authenticated subject: `user:alice`. */
  readonly actor?: string
  readonly tenantId?: string
  /** One run of an agent or a job: a session, a workflow. */
  readonly runId?: string
  /** The name that the model or the caller gave this call. Evidence only. */
  readonly toolCallId?: string
  /** SHA-256 of the canonical arguments (RFC 8785), `sha256:` and hexadecimal, where the caller has it. Evidence. */
  readonly inputDigest?: string
  /** W3C Trace Context, as received. */
  readonly traceparent?: string
  readonly signal?: AbortSignal
  /** Absolute, in milliseconds from now. It can only shorten the deadline of the tool. */
  readonly deadlineMs?: number
  readonly onProgress?: (progress: ToolProgress) => void
}
