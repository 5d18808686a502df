// F6: what a failed call means. A second dispatch is never decided here; whoever reads the code must be able to.
import { GovernedError } from '@b10x/ports/errors'
import { describe, expect, it } from 'vitest'
import { judgeCallFailure } from './judge-call-failure.ts'

const failures = {
  answered: [
    new GovernedError('remote_error', { rpcCode: -32602 }),
    new GovernedError('header_mismatch', {}),
    new GovernedError('session_expired', {}),
    new GovernedError('credential_rejected', { status: 401 }),
    new GovernedError('redirect_denied', { status: 307 }),
    new GovernedError('result_too_large', { bound: 'maxResultBytes', limit: 1, seen: 2 }),
    new GovernedError('bound_exceeded', { bound: 'maxJsonDepth', limit: 64, seen: 65 }),
    ...[400, 404, 405, 409, 413, 415, 422, 429, 451].map((status) => new GovernedError('http_status_unexpected', { status }))
  ],
  open: [
    new GovernedError('endpoint_unreachable', { reason: 'reset' }),
    new GovernedError('endpoint_unreachable', { reason: 'timeout' }),
    new GovernedError('stream_ended', {}),
    new GovernedError('process_exited', { exitCode: null, signal: 'SIGKILL' }),
    new GovernedError('connection_closed', {}),
    new GovernedError('deadline_exceeded', { bound: 'callDeadlineMs', limit: 1 }),
    new GovernedError('cancelled', {}),
    new GovernedError('message_invalid', { reason: 'duplicate_member', offset: 3 }),
    new GovernedError('response_invalid', { reason: 'media_type', status: 200 }),
    new GovernedError('response_invalid', { reason: 'result_shape', status: null }),
    new GovernedError('bound_exceeded', { bound: 'maxSseEvents', limit: 1, seen: 2 }),
    new GovernedError('bound_exceeded', { bound: 'maxBannerLines', limit: 1, seen: 2 }),
    ...[100, 204, 408, 499, 500, 501, 502, 503, 504, 520].map((status) => new GovernedError('http_status_unexpected', { status }))
  ]
}

describe('after the first byte may have left', () => {
  it.each(failures.answered)('the outcome is known: $code $details', (error) => expect(judgeCallFailure(error, true)).toBe(error))

  it.each(failures.open)('the outcome is unknown: $code $details', (error) => {
    expect(judgeCallFailure(error, true)).toMatchObject({ code: 'outcome_unknown', details: { because: error.code }, cause: error })
  })

  it.each(['maxMessageBytes', 'maxSseEventBytes'] as const)('an answer over %s is a result that is too large', (bound) => {
    const error = new GovernedError('bound_exceeded', { bound, limit: 10, seen: 11 })
    expect(judgeCallFailure(error, true)).toMatchObject({ code: 'result_too_large', details: { bound, limit: 10, seen: 11 } })
  })

  it.each([new TypeError('a fault of ours'), 'a string', undefined])('a failure that nobody foresaw leaves it unknown: %s', (error) => {
    const judged = judgeCallFailure(error, true)
    expect(judged).toMatchObject({ code: 'outcome_unknown', details: { because: 'unexpected' } })
    expect((judged as Error).cause).toBe(error)
  })
})

describe('before anything left', () => {
  it.each([...failures.answered, ...failures.open, new TypeError('a fault of ours')])('the failure stands: $name $code', (error) => {
    expect(judgeCallFailure(error, false)).toBe(error)
  })
})
