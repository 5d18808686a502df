import { GovernedError } from '@b10x/ports/errors'
import type { ApprovalReservation, Clock } from '@b10x/ports'
import type { ToolContext } from '../define/tool-context.ts'
import { findApproval } from './find-approval.ts'
import type { Governance } from './governance.ts'
import type { IdempotencyStore } from './idempotency.ts'

/** One call of a governed tool. */
export interface GovernedRun<R> {
  /** The published name. */
  readonly tool: string
  readonly governance: Governance & { readonly idempotency: IdempotencyStore }
  readonly context: ToolContext
  readonly clock: Clock
  /** The policy wants an approval, whatever the tool says. */
  readonly approvalDemanded: boolean
  /** Asks the approvals of the host, where the context brought none. */
  readonly reserve?: () => Promise<ApprovalReservation | null>
  /** The last thing before `run`: from here on the call may have happened. */
  readonly attempt: (approvalId: string | undefined) => Promise<void>
  readonly run: () => Promise<R>
}

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
