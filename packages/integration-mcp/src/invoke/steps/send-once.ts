import type { CallOutcome, JsonObject } from '@b10x/mcp-foundation'
import type { CallContext } from '@b10x/ports'
import { GovernedError, hasCode, isGovernedError } from '@b10x/ports/errors'
import type { VerifiedLoan } from '../../service/keep-verified.ts'
import type { PreparedOperation } from '../../service/service-parts.ts'
import type { CallTime } from './start-time.ts'

/**
 * The call, once. A call that failed gives no trust to the connection: before the next one the tools are compared again.
 * @throws GovernedError what a call of the foundation throws, with `credential_echoed` and `result_too_large` also where
 *   the egress or what watches it ended the answer
 */
export async function sendOnce(loan: VerifiedLoan, { remoteName }: PreparedOperation, args: JsonObject, time: CallTime, { signal, onProgress }: CallContext): Promise<CallOutcome> {
  let answered = false
  try {
    const outcome = await loan.client.callTool(remoteName, args, {
      deadlineMs: time.remaining(),
      ...(signal === undefined ? {} : { signal }),
      // Numbers only: what a server says about its progress is not passed on.
      ...(onProgress === undefined ? {} : { onProgress: ({ progress, total }) => onProgress(total === undefined ? { progress } : { progress, total }) })
    })
    answered = true
    return outcome
  } catch (error) {
    throw explain(error, time)
  } finally {
    loan.giveBack(answered)
  }
}

/** The foundation cannot know what ended an exchange that is not its own: the answer came, and is refused. */
function explain(error: unknown, { limit }: CallTime): unknown {
  if (hasCode(error, 'deadline_exceeded')) return new GovernedError('deadline_exceeded', { bound: 'callDeadlineMs', limit })
  if (!hasCode(error, 'outcome_unknown') || !isGovernedError(error.cause)) return error
  const { cause } = error
  if (hasCode(cause, 'credential_echoed')) return cause
  if (hasCode(cause, 'egress_bound_exceeded') && (cause.details.bound === 'maxWireBytes' || cause.details.bound === 'maxDecodedBytes')) {
    return new GovernedError('result_too_large', { bound: 'maxMessageBytes', limit: cause.details.limit, seen: cause.details.seen }, { cause })
  }
  return error
}
