import type { ErrorCode } from './errors/error-details.ts'
import type { ToolEffect } from './tool-effect.ts'

/** Who and what a row is about. No arguments, no results, no secrets, no text of a server. */
interface AuditRow {
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string
  readonly runId?: string
  readonly actor?: string
  readonly tenantId?: string
}

interface CallRow extends AuditRow {
  readonly toolCallId?: string
  /** The name that was called. Not always a published one: then it is a digest, `sha256:` and hexadecimal digits. */
  readonly tool: string
  readonly source?: string
  readonly effect?: ToolEffect
  readonly toolDigest?: string
  readonly argumentsDigest?: string
  readonly policyVersion?: string
  readonly approvalId?: string
}

/**
 * A step before the tool said no (`call_refused`), the call is about to be sent (`call_attempted`), it gave a result
 * (`call_completed`), or it gave none (`call_failed`, `outcome_unknown` among its codes). Every attempt has one outcome.
 */
export type AuditRecord =
  | (CallRow & { readonly event: 'call_refused'; readonly code: ErrorCode })
  | (CallRow & { readonly event: 'call_attempted' })
  | (CallRow & {
      readonly event: 'call_completed'
      readonly isError: boolean
      readonly resultDigest: string
      readonly resultBytes: number
      /** The result is not what the tool's output schema promises. */
      readonly outputSchemaViolation: boolean
    })
  | (CallRow & { readonly event: 'call_failed'; readonly code: ErrorCode })
  /** A challenge was answered with fresh credentials and the call sent once more. */
  | (AuditRow & { readonly event: 'reauthorized'; readonly source: string; readonly status: number })
  | (AuditRow & { readonly event: 'drift_suspected'; readonly source: string })
  | (AuditRow & { readonly event: 'run_prepared'; readonly source: string; readonly evidence: RunEvidence })
  | (AuditRow & { readonly event: 'run_refused'; readonly source: string; readonly code: ErrorCode })
  | (AuditRow & { readonly event: 'run_closed'; readonly source: string })

/** What a run was prepared from. */
export interface RunEvidence {
  /** Digest of the profile file, or null where there is none. */
  readonly profileDigest: string | null
  readonly snapshotDigest: string
  readonly protocolVersion: string
  readonly transport: 'stdio' | 'streamable-http' | 'sse'
  /** The program that was started, resolved, or the address; without secrets. */
  readonly endpoint: string
  readonly foundation: { readonly version: string; readonly revision: string | null }
  /** Published name and descriptor digest, in the order of the names. */
  readonly tools: readonly { readonly name: string; readonly digest: string }[]
  /** How many listed tools were left out, and why. */
  readonly leftOut: readonly { readonly reason: string; readonly count: number }[]
}

/** Where rows go. A call whose row cannot be written is not made. */
export interface AuditSink {
  record(record: AuditRecord): void | Promise<void>
}
