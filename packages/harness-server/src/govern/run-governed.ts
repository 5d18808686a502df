import { GovernedError } from '@b10x/ports/errors'
import type { ApprovalReservation } from '@b10x/ports'
import { findApproval } from './find-approval.ts'
import type { GovernedRun } from './governed-run.ts'

/**
 * FLOW: one governed run. What refuses leaves all that follows uncalled.
 * @throws GovernedError `policy_denied`, `approval_required`, `approval_denied`, `rate_limited`, then what `attempt` and `run`
 *   throw
 */
export async function runGoverned<R>(governed: GovernedRun<R>): Promise<R> {
  checkPolicyVersion(governed)
  return runOnce(governed, async (keep) => {
    const approval = await findApproval(governed)
    await spend(governed, approval)
    await governed.attempt(approval?.id)
    keep()
    return governed.run()
  })
}

function checkPolicyVersion({ tool, governance, context }: GovernedRun<unknown>): void {
  const { policyVersion } = context
  const present = typeof policyVersion === 'string' && policyVersion !== ''
  const expected = governance.policyVersion === undefined || governance.policyVersion === policyVersion
  if (!(present && expected)) throw new GovernedError('policy_denied', { tool })
}

function runOnce<R>({ tool, governance, context }: GovernedRun<R>, run: (keep: () => void) => Promise<R>): Promise<R> {
  const { idempotencyKey, actor = null, tenantId = null, inputDigest } = context
  if (typeof idempotencyKey !== 'string' || idempotencyKey === '') {
    if (governance.requireIdempotencyKey === true || idempotencyKey !== undefined) throw new GovernedError('policy_denied', { tool })
    return run(() => {})
  }
  return governance.idempotency.once({ key: JSON.stringify([tool, tenantId, actor, idempotencyKey]), tool, inputDigest }, run)
}

async function spend({ tool }: GovernedRun<unknown>, approval: ApprovalReservation | null): Promise<void> {
  if (approval === null) return
  let spent = false
  let cause: unknown
  try {
    spent = (await approval.redeem()) === true
  } catch (error) {
    cause = error
  }
  if (!spent) throw new GovernedError('approval_required', { tool }, { cause })
}
