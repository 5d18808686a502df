import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'
import type { GovernedCall } from '../governed-call.ts'

/**
 * Spends the approval, for a call that still has time. From here on it is gone, whatever becomes of the call.
 * @throws GovernedError `approval_required` where it was spent, withdrawn or ran out meanwhile; `deadline_exceeded`, `cancelled`
 */
export async function redeemApproval(call: GovernedCall, { published }: GovernedTool): Promise<void> {
  call.time.signal.throwIfAborted()
  const approval = call.reservation
  if (approval === null) return
  call.reservation = null
  let redeemed
  try {
    redeemed = await approval.redeem()
  } catch (cause) {
    throw new GovernedError('approval_required', { tool: published.name }, { cause })
  }
  if (redeemed !== true) throw new GovernedError('approval_required', { tool: published.name })
}
