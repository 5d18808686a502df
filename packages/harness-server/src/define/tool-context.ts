import type { ApprovalGrant } from '../govern/approval-grant.ts'
import type { Sandbox } from './sandbox.ts'

/** On whose behalf a tool, a job or an agent runs. Nothing of it comes from the arguments, and no credential is in it. */
export interface RunContext {
  /** The authenticated subject. */
  readonly actor?: string
  readonly tenantId?: string
  /** The id of the MCP request, as text. The client chose it: evidence only. */
  readonly requestId: string
  /** This run, as the audit rows and references name it; 122 random bits. */
  readonly runId: string
  /** SHA-256 of the canonical arguments (RFC 8785), `sha256:` and hexadecimal. */
  readonly inputDigest: string
  /** Aborted when the caller cancels and when the deadline is over. */
  readonly signal: AbortSignal
  /** Empty, unless the host says otherwise. */
  readonly sandbox: Sandbox
  /** Tells the caller how far it is, where it asked for that. */
  readonly reportProgress: (progress: number, total?: number) => void
}

/** What a tool gets beside its arguments. */
export interface ToolContext extends RunContext {
  /** The name that `resolveToolContext` saw; today the id of the MCP request. */
  readonly toolCallId: string
  readonly policyVersion?: string
  readonly approval?: ApprovalGrant
  readonly idempotencyKey?: string
  /** All that `resolveToolContext` returned, frozen. */
  readonly resolved: Readonly<Record<string, unknown>>
}
