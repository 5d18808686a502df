import type { JsonObject, PolicyDecision } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { askPolicy } from '../ask-policy.ts'
import type { GovernedTool } from '../authority.ts'
import type { GovernedCall } from '../governed-call.ts'

/**
 * The local policy, by published name. A policy that fails denies.
 * @throws GovernedError `policy_denied`, `deadline_exceeded`, `cancelled`
 */
export async function decidePolicy(call: GovernedCall, tool: GovernedTool, args: JsonObject): Promise<PolicyDecision> {
  const { decision, policyVersion, failure } = await askPolicy(call, tool, args)
  if (policyVersion !== '') call.facts.policyVersion = policyVersion
  if (decision === 'deny') throw new GovernedError('policy_denied', { tool: tool.published.name }, failure === undefined ? {} : { cause: failure })
  return { decision, policyVersion }
}
