import { GovernedError, hasCode, isGovernedError } from '@b10x/ports/errors'
import type { ErrorCode } from '@b10x/ports/errors'

/** The outcome is known: the peer said that the tool did not run, or it ran and its answer is refused. */
const KNOWN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'result_too_large',
  'remote_error',
  'header_mismatch',
  'session_expired',
  'credential_rejected',
  'redirect_denied'
])

/** Client errors of HTTP refuse a request before it is worked on; these two may come later. */
const LATE_STATUSES: ReadonlySet<number> = new Set([408, 499])

/**
 * What a failed `tools/call` means. Nothing is ever sent twice, so whatever left after the message did and is not
 * provably without effect is `outcome_unknown`, with the failure as its `cause`. Pure.
 * @param dispatched whether the first byte may have reached the peer
 */
export function judgeCallFailure(error: unknown, dispatched: boolean): unknown {
  if (!dispatched) return error
  // A fault of ours or of an injected exchange: the message may have left all the same.
  if (!isGovernedError(error)) return new GovernedError('outcome_unknown', { because: 'unexpected' }, { cause: error })
  if (KNOWN.has(error.code)) return error
  if (hasCode(error, 'http_status_unexpected')) {
    const { status } = error.details
    if (status >= 400 && status < 500 && !LATE_STATUSES.has(status)) return error
  }
  if (hasCode(error, 'bound_exceeded')) {
    const { bound, limit, seen } = error.details
    // The answer came and is refused: the tool ran.
    if (bound === 'maxMessageBytes' || bound === 'maxSseEventBytes') return new GovernedError('result_too_large', { bound, limit, seen })
    if (bound === 'maxJsonDepth') return error
  }
  return new GovernedError('outcome_unknown', { because: error.code }, { cause: error })
}
