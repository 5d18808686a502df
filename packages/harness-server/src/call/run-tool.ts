import type { ToolResult } from '@b10x/ports'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import type { ToolContext } from '../define/tool-context.ts'
import { shapeResult } from './shape-result.ts'
import { checkTime, endOf } from './served-call.ts'
import type { ServedCall } from './served-call.ts'

/** Codes that the ports of jobs and agents answer with; their details are numbers. */
const PORT_CODES: ReadonlySet<string> = new Set(['instance_not_found', 'rate_limited'])

/**
 * Runs the tool until it answers or the caller does not want it any more. What it threw goes to the operator; the caller
 * gets a fixed text and the reference of the rows.
 * @throws GovernedError `cancelled` and `deadline_exceeded` where it did not run, `tool_failed`, `outcome_unknown`; of jobs and agents `instance_not_found`, `rate_limited`
 */
export async function runTool(call: ServedCall, context: ToolContext): Promise<ToolResult> {
  const { tool, input, authority } = call
  const { name, source } = tool.published
  // While its row was written.
  checkTime(call)
  try {
    return shapeResult(tool, await untilAborted(call, async () => tool.run(input, context, call.context)))
  } catch (cause) {
    if (call.context.signal.aborted) throw endedEarly(call)
    if (source !== 'tools' && isGovernedError(cause) && PORT_CODES.has(cause.code)) throw cause
    authority.onError?.(cause, call.context.runId)
    throw new GovernedError('tool_failed', { tool: name, reference: call.context.runId }, { cause })
  }
}

/** The tool was asked, and did not answer in time: nobody knows what it did. */
function endedEarly({ context }: ServedCall): GovernedError {
  const end = endOf(context)
  return new GovernedError('outcome_unknown', { because: end.code }, { cause: end })
}

function untilAborted<R>({ context: { signal } }: ServedCall, run: () => Promise<R>): Promise<R> {
  return new Promise<R>((resolve, reject) => {
    const end = (): void => reject(signal.reason as Error)
    signal.addEventListener('abort', end, { once: true })
    run().then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
