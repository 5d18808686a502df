import { createHash } from 'node:crypto'
import type { ApprovalAnswer, ApprovalReservation, ApprovalSubject } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ServedCall } from './served-call.ts'

/**
 * Asks the approvals of the host for exactly this call; null where there are none. Approvals that throw are none.
 * @throws GovernedError `approval_required`, `approval_denied`
 */
export async function reserveApproval(call: ServedCall): Promise<ApprovalReservation | null> {
  const { approvals } = call.authority
  const { name } = call.tool.published
  if (approvals === null) return null
  let answer: ApprovalAnswer
  try {
    answer = await approvals.reserve(subjectOf(call), call.context.signal)
  } catch (cause) {
    throw new GovernedError('approval_required', { tool: name }, { cause })
  }
  if (answer === 'denied') throw new GovernedError('approval_denied', { tool: name })
  return typeof answer === 'object' && answer !== null ? answer : null
}

function subjectOf({ tool: { published }, input, context, policyVersion = '' }: ServedCall): ApprovalSubject {
  const { name, source, effect } = published
  const { actor, tenantId, inputDigest, runId, toolCallId } = context
  const bound = [name, source, null, inputDigest, policyVersion, actor ?? null, tenantId ?? null]
  return Object.freeze<ApprovalSubject>({
    tool: name,
    source,
    ...(effect === undefined ? {} : { effect }),
    arguments: input,
    argumentsDigest: inputDigest,
    policyVersion,
    ...(actor === undefined ? {} : { actor }),
    ...(tenantId === undefined ? {} : { tenantId }),
    binding: `sha256:${createHash('sha256').update(JSON.stringify(bound)).digest('hex')}`,
    runId,
    toolCallId
  })
}
