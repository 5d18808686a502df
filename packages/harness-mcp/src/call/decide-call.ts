import type { CallContext, JsonObject, PolicyDecision } from '@b10x/ports'
import { askPolicy } from './ask-policy.ts'
import type { Authority } from './authority.ts'
import { openCall } from './governed-call.ts'
import { checkArguments } from './steps/check-arguments.ts'
import { checkDeadline } from './steps/check-deadline.ts'
import { checkSubject } from './steps/check-subject.ts'
import { findTool } from './steps/find-tool.ts'
import { freezeArguments } from './steps/freeze-arguments.ts'

/**
 * FLOW: what the policy would say of a call. Nothing is called and asked for, so there is no row.
 * @throws GovernedError as `callTool` does up to the policy
 */
export async function decideCall(authority: Authority, name: string, given: JsonObject, context: CallContext): Promise<PolicyDecision> {
  const call = openCall(authority, context)
  try {
    const tool = findTool(call, name)
    checkSubject(call, tool)
    checkDeadline(call)
    const args = freezeArguments(call, tool, given)
    checkArguments(tool, args)
    const { decision, policyVersion } = await askPolicy(call, tool, args)
    return { decision, policyVersion }
  } finally {
    call.time.done()
  }
}
