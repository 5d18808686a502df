import type { JsonObject, PolicyDecision, PolicyQuery } from '@b10x/ports'
import type { GovernedTool } from './authority.ts'
import { awaitWithin } from './await-within.ts'
import type { GovernedCall } from './governed-call.ts'

/** What the policy says, with the failure that denies where it says nothing. */
export type PolicyAnswer = PolicyDecision & { readonly failure?: unknown }

const DECISIONS: ReadonlySet<unknown> = new Set<PolicyDecision['decision']>(['allow', 'approval', 'deny'])

/** A policy that fails, or answers something else, denies. Rejects when the time of the call is over. */
export async function askPolicy({ authority, facts, time }: GovernedCall, { published }: GovernedTool, args: JsonObject): Promise<PolicyAnswer> {
  const { actor, tenantId } = facts
  const query: PolicyQuery = {
    tool: published.name,
    source: published.source,
    ...(published.effect === undefined ? {} : { effect: published.effect }),
    arguments: args,
    ...(actor === undefined ? {} : { actor }),
    ...(tenantId === undefined ? {} : { tenantId })
  }
  try {
    const { decision, policyVersion } = await awaitWithin(authority.policy.decide(query), time.signal)
    if (DECISIONS.has(decision) && typeof policyVersion === 'string') return { decision, policyVersion }
    return { decision: 'deny', policyVersion: '', failure: new TypeError('not a decision of a policy') }
  } catch (failure) {
    time.signal.throwIfAborted()
    return { decision: 'deny', policyVersion: '', failure }
  }
}
