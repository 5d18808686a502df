import type { CallContext, JsonObject, ToolResult } from '@b10x/ports'
import { runGoverned } from '../govern/run-governed.ts'
import type { Authority } from './authority.ts'
import { decidePolicy } from './decide-policy.ts'
import { endCall, recordResult } from './end-call.ts'
import { governanceOf } from './governance-of.ts'
import { recordAttempt } from './record-row.ts'
import { reserveApproval } from './reserve-approval.ts'
import { resolveContext } from './resolve-context.ts'
import { runTool } from './run-tool.ts'
import { checkEffect, checkTime, openCall } from './served-call.ts'

/**
 * FLOW: one call of a served tool. A step that refuses leaves all later steps uncalled; the tool is last.
 * @throws GovernedError in the order of the steps: `tool_not_published`, `effect_undeclared`, `cancelled`, `policy_denied`,
 *   `approval_required`, `approval_denied`, `rate_limited`, `audit_unavailable`; then what the run of the tool gives
 */
export async function callServedTool(authority: Authority, name: string, given: JsonObject, context: CallContext): Promise<ToolResult> {
  const call = openCall(authority, name, given, context)
  try {
    checkEffect(call)
    checkTime(call)
    const decision = await decidePolicy(call)
    const toolContext = await resolveContext(call, decision)
    const attempt = (approvalId?: string): Promise<void> => (checkTime(call), recordAttempt(call, approvalId))
    const run = async (): Promise<ToolResult> => {
      const result = await runTool(call, toolContext)
      await recordResult(call, result)
      return result
    }
    const governance = governanceOf(call, decision)
    if (governance === null) {
      await attempt()
      return await run()
    }
    const { clock } = authority
    const approvalDemanded = decision?.decision === 'approval'
    return await runGoverned({ tool: name, governance, context: toolContext, clock, approvalDemanded, reserve: () => reserveApproval(call), attempt, run })
  } catch (error) {
    throw await endCall(call, error)
  }
}
