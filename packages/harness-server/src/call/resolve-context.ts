import type { JsonObject, PolicyDecision } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { EMPTY_SANDBOX } from '../define/sandbox.ts'
import type { Sandbox } from '../define/sandbox.ts'
import type { ToolContext } from '../define/tool-context.ts'
import type { ApprovalGrant } from '../govern/approval-grant.ts'
import { runContextOf } from '../run/run-context.ts'
import type { ServedCall } from './served-call.ts'

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

/**
 * Asks the host, and makes the context of the tool. A host that throws or answers nothing denies.
 * @throws GovernedError `policy_denied`
 */
export async function resolveContext(call: ServedCall, decision: PolicyDecision | null): Promise<ToolContext> {
  const resolved = await ask(call)
  const { policyVersion = decision?.policyVersion, approval, idempotencyKey, sandbox = EMPTY_SANDBOX } = resolved
  if (typeof policyVersion === 'string') call.policyVersion = policyVersion
  return Object.freeze<ToolContext>({
    ...runContextOf(call.context),
    toolCallId: call.context.toolCallId,
    sandbox,
    ...(policyVersion === undefined ? {} : { policyVersion }),
    ...(approval === undefined || approval === null ? {} : { approval }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    resolved
  })
}

async function ask({ authority, tool, input, context }: ServedCall): Promise<ResolvedToolContext> {
  const { resolveToolContext } = authority
  if (resolveToolContext === null) return Object.freeze({})
  const { actor, tenantId, toolCallId, inputDigest } = context
  const { name } = tool.published
  let resolved
  try {
    resolved = await resolveToolContext({ tool: name, toolCallId, input, inputDigest, actor, tenantId })
  } catch (cause) {
    throw new GovernedError('policy_denied', { tool: name }, { cause })
  }
  if (typeof resolved !== 'object' || resolved === null) throw new GovernedError('policy_denied', { tool: name })
  return Object.freeze({ ...resolved })
}
