import type { CallContext, JsonObject, ToolResult } from '@b10x/ports'
import type { Authority } from './authority.ts'
import { failCall, refuseCall } from './end-call.ts'
import { openCall } from './governed-call.ts'
import { boundResult } from './steps/bound-result.ts'
import { callRemote } from './steps/call-remote.ts'
import { checkArguments } from './steps/check-arguments.ts'
import { checkDeadline } from './steps/check-deadline.ts'
import { checkOutput } from './steps/check-output.ts'
import { checkSubject } from './steps/check-subject.ts'
import { decidePolicy } from './steps/decide-policy.ts'
import { demandResult } from './steps/demand-result.ts'
import { findTool } from './steps/find-tool.ts'
import { freezeArguments } from './steps/freeze-arguments.ts'
import { markUntrusted } from './steps/mark-untrusted.ts'
import { recordAttempt } from './steps/record-attempt.ts'
import { recordOutcome } from './steps/record-outcome.ts'
import { redeemApproval } from './steps/redeem-approval.ts'
import { refuseCredentials } from './steps/refuse-credentials.ts'
import { reserveApproval } from './steps/reserve-approval.ts'
import { runAfterHooks } from './steps/run-after-hooks.ts'
import { runBeforeHooks } from './steps/run-before-hooks.ts'

/**
 * FLOW: one governed call. A step that refuses leaves all later steps uncalled (ADR 0014).
 * @throws GovernedError in the order of the steps: `tool_not_published`, `policy_denied`, `deadline_exceeded`, `cancelled`,
 *   `arguments_invalid`, `bound_exceeded`, `schema_unsupported`, `policy_denied`, `approval_required`, `approval_denied`,
 *   `hook_refused`, `audit_unavailable` with nothing sent; then what the client throws, `input_required`,
 *   `result_unrecognized`, `credential_echoed`, `result_too_large`, `hook_refused`, `audit_unavailable` after the attempt
 */
export async function callTool(authority: Authority, name: string, given: JsonObject, context: CallContext): Promise<ToolResult> {
  const call = openCall(authority, context)
  try {
    let tool, args
    try {
      tool = findTool(call, name)
      checkSubject(call, tool)
      checkDeadline(call)
      args = freezeArguments(call, tool, given)
      checkArguments(tool, args)
      const decision = await decidePolicy(call, tool, args)
      await reserveApproval(call, tool, args, decision)
      await runBeforeHooks(call, tool, args)
      await redeemApproval(call, tool)
      await recordAttempt(call)
    } catch (error) {
      throw await refuseCall(call, error)
    }
    let result, outcome
    try {
      const answer = await callRemote(call, tool, args)
      outcome = demandResult(tool, answer)
      refuseCredentials(tool, outcome)
      await boundResult(call, tool, outcome)
      const fits = checkOutput(outcome)
      result = markUntrusted(tool, outcome, fits)
      await runAfterHooks(call, tool, args, result)
    } catch (error) {
      throw await failCall(call, tool, error)
    }
    await recordOutcome(call, tool, outcome)
    return result
  } finally {
    call.time.done()
  }
}
