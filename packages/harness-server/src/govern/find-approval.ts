import type { ApprovalReservation, Clock } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ToolContext } from '../define/tool-context.ts'
import type { ApprovalGrant, GrantStore } from './approval-grant.ts'
import type { GovernedRun } from './governed-run.ts'

/**
 * The approval of this call, not spent yet; null where none is needed. A grant that does not fit in one point is none, and
 * the refusal does not say in which.
 * @throws GovernedError `approval_required`, `approval_denied`
 */
export async function findApproval(governed: GovernedRun<unknown>): Promise<ApprovalReservation | null> {
  const { tool, governance, context, clock, approvalDemanded, reserve } = governed
  if (governance.requireApproval === false && !approvalDemanded) return null
  const { approval } = context
  const redeem = approval === undefined ? null : redeemer(approval, governance.grants)
  if (approval !== undefined && redeem !== null && fits(approval, tool, context, clock)) return { id: approval.id, redeem, release: () => Promise.resolve() }
  const reserved = (await reserve?.()) ?? null
  if (reserved === null) throw new GovernedError('approval_required', { tool })
  return reserved
}

function fits(grant: ApprovalGrant, tool: string, context: ToolContext, clock: Clock): boolean {
  return (
    typeof grant.id === 'string' &&
    grant.tool === tool &&
    context.inputDigest !== '' &&
    grant.inputDigest === context.inputDigest &&
    grant.policyVersion === context.policyVersion &&
    (grant.actor ?? null) === (context.actor ?? null) &&
    (grant.tenantId ?? null) === (context.tenantId ?? null) &&
    Number.isFinite(grant.expiresAt) &&
    grant.expiresAt > clock.now()
  )
}

/** Who spends it. Nobody: then it could be used twice, so it cannot be used. */
function redeemer(grant: ApprovalGrant, store: GrantStore | undefined): (() => Promise<boolean>) | null {
  if (typeof grant.redeem === 'function') return async () => (await grant.redeem?.()) === true
  return store === undefined ? null : async () => (await store.redeem(grant.id)) === true
}
