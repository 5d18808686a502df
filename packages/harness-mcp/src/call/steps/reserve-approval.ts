import type { ApprovalAnswer, ApprovalReservation, ApprovalSubject, JsonObject, PolicyDecision } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'
import { awaitWithin } from '../await-within.ts'
import { bindApproval } from '../bind-approval.ts'
import type { GovernedCall } from '../governed-call.ts'

/**
 * Somebody agreed to exactly this call. The port sees the subject, and a model has no word in it: what the arguments say
 * about approvals is data. Whatever does not fit, the refusal is the same.
 * @throws GovernedError `approval_required`, `approval_denied`, `deadline_exceeded`, `cancelled`
 */
export async function reserveApproval(
  call: GovernedCall,
  tool: GovernedTool,
  args: JsonObject,
  { decision }: PolicyDecision
): Promise<void> {
  if (decision === 'allow') return
  const name = tool.published.name
  const answer = await ask(call, bindApproval(call.facts, tool.published, args), name)
  if (answer === 'denied') throw new GovernedError('approval_denied', { tool: name })
  if (!isReservation(answer)) throw new GovernedError('approval_required', { tool: name })
  call.reservation = answer
  call.facts.approvalId = answer.id
}

async function ask({ authority, time }: GovernedCall, subject: ApprovalSubject, tool: string): Promise<ApprovalAnswer> {
  let asked: Promise<ApprovalAnswer> | undefined
  try {
    asked = authority.approvals.reserve(subject, time.signal)
    return await awaitWithin(asked, time.signal)
  } catch (cause) {
    if (time.signal.aborted) releaseLate(asked)
    time.signal.throwIfAborted()
    throw new GovernedError('approval_required', { tool }, { cause })
  }
}

/** The answer came when nobody waited any more: the approval is not to be lost with it. */
function releaseLate(asked: Promise<ApprovalAnswer> | undefined): void {
  void Promise.resolve(asked)
    .then((answer) => (isReservation(answer) ? answer.release() : undefined))
    .catch(() => {})
}

function isReservation(answer: ApprovalAnswer | undefined): answer is ApprovalReservation {
  return typeof answer === 'object' && answer !== null && typeof answer.redeem === 'function' && typeof answer.id === 'string'
}
