import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from './authority.ts'
import type { GovernedCall } from './governed-call.ts'
import { recordEnd, recordRow } from './record-row.ts'

/**
 * A step before the tool said no: the approval goes back unspent, and the row is written.
 * @returns what the caller gets: the refusal, or `audit_unavailable` where it has no row
 */
export async function refuseCall(call: GovernedCall, error: unknown): Promise<unknown> {
  await giveBack(call)
  // A fault of this package: nothing was sent, and nothing is.
  const refusal = isGovernedError(error) ? error : new GovernedError('policy_denied', { tool: call.facts.tool }, { cause: error })
  try {
    await recordRow(call, { event: 'call_refused', ...call.facts, code: refusal.code })
    return refusal
  } catch (unwritten) {
    return refusal.code === 'audit_unavailable' ? refusal : unwritten
  }
}

/** The tool was called, and there is no result for the caller. */
export async function failCall(call: GovernedCall, tool: GovernedTool, error: unknown): Promise<unknown> {
  // What has no code is a fault of this package, after which nothing is certain.
  const failure = isGovernedError(error) ? error : new GovernedError('outcome_unknown', { because: 'unexpected' }, { cause: error })
  try {
    await recordEnd(call, tool, { event: 'call_failed', ...call.facts, code: failure.code })
    return failure
  } catch (unwritten) {
    return unwritten
  }
}

/** Its keeper may fail: the call is refused all the same, and the approval runs out. */
async function giveBack(call: GovernedCall): Promise<void> {
  const { reservation } = call
  call.reservation = null
  try {
    await reservation?.release()
  } catch {
    // The refusal is what the caller has to hear of.
  }
}
