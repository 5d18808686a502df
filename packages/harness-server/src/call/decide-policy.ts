import type { PolicyDecision, PolicyQuery } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ServedCall } from './served-call.ts'

/**
 * What the policy of the host says; null where there is none. One that throws or answers something else denies.
 * @throws GovernedError `policy_denied`
 */
export async function decidePolicy(call: ServedCall): Promise<PolicyDecision | null> {
  const { policy } = call.authority
  const { name } = call.tool.published
  if (policy === null) return null
  let decision: PolicyDecision
  try {
    decision = await policy.decide(queryOf(call))
  } catch (cause) {
    throw new GovernedError('policy_denied', { tool: name }, { cause })
  }
  const known = decision?.decision === 'allow' || decision?.decision === 'approval'
  if (typeof decision?.policyVersion === 'string') call.policyVersion = decision.policyVersion
  if (!known || call.policyVersion === undefined) throw new GovernedError('policy_denied', { tool: name })
  return decision
}

function queryOf({ tool: { published }, input, context: { actor, tenantId } }: ServedCall): PolicyQuery {
  const { name, source, effect } = published
  return {
    tool: name,
    source,
    ...(effect === undefined ? {} : { effect }),
    arguments: input,
    ...(actor === undefined ? {} : { actor }),
    ...(tenantId === undefined ? {} : { tenantId })
  }
}
