import type { CallContext, PolicyDecision, PublishedTool, ToolPort } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { Authority } from './authority.ts'
import { callServedTool } from './call-served-tool.ts'
import { decidePolicy } from './decide-policy.ts'
import { openCall } from './served-call.ts'

/** The served tools as a tool port. It judges no arguments by their schema: the server in front of it does. */
export function createServedPort(authority: Authority): ToolPort {
  const tools: readonly PublishedTool[] = Object.freeze([...authority.tools.values()].map(({ published }) => published))
  return Object.freeze<ToolPort>({
    tools,
    callTool: (name, args, context: CallContext = {}) => callServedTool(authority, name, args, context),
    async decide(name, args, context: CallContext = {}): Promise<PolicyDecision> {
      const call = openCall(authority, name, args, { inputDigest: '', ...context })
      const decision = await decidePolicy(call)
      if (decision === null) throw new GovernedError('policy_denied', { tool: name })
      return call.tool.governance === null || call.tool.governance.requireApproval === false ? decision : { ...decision, decision: 'approval' }
    }
  })
}
