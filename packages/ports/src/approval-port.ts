import type { JsonObject } from './json-value.ts'
import type { ToolEffect } from './tool-effect.ts'

/** What somebody is asked to approve. An approval holds for exactly this: `binding` says all of it in one digest. */
export interface ApprovalSubject {
  /** The published name. */
  readonly tool: string
  readonly source: string
  readonly effect?: ToolEffect
  /** The arguments that will be sent, frozen: what to show to the one who decides. */
  readonly arguments: JsonObject
  /** SHA-256 of their canonical form (RFC 8785), as `sha256:` and hexadecimal digits. */
  readonly argumentsDigest: string
  /** Digest of the frozen descriptor. Absent for tools that are no MCP tools. */
  readonly toolDigest?: string
  readonly policyVersion: string
  readonly actor?: string
  readonly tenantId?: string
  /** A digest over tool, source, tool digest, arguments digest, policy version, actor and tenant. */
  readonly binding: string
  /** Evidence, not bound: the same request may be asked again by a later call. */
  readonly runId?: string
  readonly toolCallId?: string
}

/** An approval that is held for one call and not spent yet. */
export interface ApprovalReservation {
  /** For the audit rows. */
  readonly id: string
  /** Spends it, atomically. False when it was spent, withdrawn or ran out meanwhile. */
  redeem(): Promise<boolean>
  /** Gives it back unspent: a later step refused. */
  release(): Promise<void>
}

/** `absent`: nobody has decided. `denied`: somebody said no. */
export type ApprovalAnswer = ApprovalReservation | 'absent' | 'denied'

/** Who approves. It looks at the subject alone; nothing in the arguments of a model is an approval. */
export interface ApprovalPort {
  /** Finds an approval for the subject, or asks for one and waits. */
  reserve(subject: ApprovalSubject, signal: AbortSignal): Promise<ApprovalAnswer>
}
