import { GovernedError } from '@b10x/ports/errors'
import type { ToolErrorFormatter } from '@openai/agents'

/**
 * For `toolErrorFormatter` of a `Runner`: typed refusals for a name that the agent does not know (together with
 * `toolNotFoundBehavior: 'return_error_to_model'`, else the run ends) and for a call that the user did not approve.
 */
export const refuseInOurWords: ToolErrorFormatter = ({ kind, toolName }) => {
  if (kind === 'tool_not_found') return JSON.stringify(new GovernedError('tool_not_published', {}))
  return JSON.stringify(new GovernedError('approval_denied', { tool: toolName }))
}
