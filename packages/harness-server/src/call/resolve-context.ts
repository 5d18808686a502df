import type { PolicyDecision } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { EMPTY_SANDBOX } from '../define/sandbox.ts'
import type { ToolContext } from '../define/tool-context.ts'
import { runContextOf } from '../run/run-context.ts'
import type { ServedCall } from './served-call.ts'
import type { ResolvedToolContext } from './tool-context-request.ts'

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
