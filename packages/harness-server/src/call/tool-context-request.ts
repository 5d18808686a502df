import type { JsonObject } from '@b10x/ports'
import type { Sandbox } from '../define/sandbox.ts'
import type { ApprovalGrant } from '../govern/approval-grant.ts'

/** What the host is asked before a call. */
export interface ToolContextRequest {
  /** The published name. */
  readonly tool: string
  /** The id of the MCP request, as text; the client chose it. */
  readonly toolCallId: string
  /** Frozen. What stands in it is the caller's word, an approval included. */
  readonly input: JsonObject
  readonly inputDigest: string
  readonly actor: string | undefined
  readonly tenantId: string | undefined
}

/** What the host knows of a call. Everything here reaches the tool as `ToolContext.resolved`. */
export interface ResolvedToolContext {
  readonly policyVersion?: string | undefined
  readonly approval?: ApprovalGrant | null | undefined
  /** One key, one run: repeated calls get the first result. */
  readonly idempotencyKey?: string | undefined
  readonly sandbox?: Sandbox | undefined
  readonly [member: string]: unknown
}

/** The one source of approvals and policy versions beside the policy and the approvals of the host. */
export type ResolveToolContext = (request: ToolContextRequest) => ResolvedToolContext | Promise<ResolvedToolContext>
