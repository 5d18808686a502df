import type { CallOptions, CallOutcome, JsonObject } from '@b10x/mcp-foundation'
import { GovernedError, hasCode, isGovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'
import type { GovernedCall } from '../governed-call.ts'

/**
 * The call, at most once on the wire. The deadline is the shortest of the context's, the tool's and the client's.
 * @throws GovernedError what the client throws, with the published name for the server's; `outcome_unknown`
 */
export async function callRemote(call: GovernedCall, tool: GovernedTool, args: JsonObject): Promise<CallOutcome> {
  try {
    return await tool.remote.call(tool.remoteName, args, optionsOf(call, tool))
  } catch (error) {
    throw judgeFailure(error, tool.published.name)
  }
}

function optionsOf({ context: { signal, onProgress }, time }: GovernedCall, tool: GovernedTool): CallOptions {
  const deadlineMs = Math.min(time.remainingMs() ?? Number.POSITIVE_INFINITY, tool.deadlineMs ?? Number.POSITIVE_INFINITY)
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(deadlineMs === Number.POSITIVE_INFINITY ? {} : { deadlineMs }),
    // The message of a progress notification is text of the server.
    ...(onProgress === undefined ? {} : { onProgress: ({ progress, total }) => onProgress({ progress, ...(total === undefined ? {} : { total }) }) })
  }
}

/** Errors of the client hold no text of the server, but for the server's own name of the tool. */
function judgeFailure(error: unknown, tool: string): GovernedError {
  if (hasCode(error, 'tool_not_found')) return new GovernedError('tool_not_found', { tool }, { cause: error })
  if (hasCode(error, 'tool_invalid')) return new GovernedError('tool_invalid', { ...error.details, tool }, { cause: error })
  if (hasCode(error, 'schema_unsupported')) return new GovernedError('schema_unsupported', { ...error.details, tool }, { cause: error })
  return isGovernedError(error) ? error : new GovernedError('outcome_unknown', { because: 'unexpected' }, { cause: error })
}
