import { ExactNumber } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import { expect, test } from 'vitest'
import { attachOperatorFacts, attachOperatorText, operatorTextOf } from './operator-text.ts'

const SECRET = 'secret-token'

function attach(cause: unknown, stderrTail = ''): GovernedError {
  const error = new GovernedError('remote_error', { rpcCode: -32000 }, { cause })
  attachOperatorText(error, { stderrTail, secrets: [SECRET, '1', ''] })
  return error
}

test('the words of a peer stand beside the error and not in it', () => {
  const error = attach({ code: -32000, message: 'no', data: { id: ExactNumber.from('9007199254740993') } }, 'log line\n')
  expect(operatorTextOf(error)).toEqual({
    cause: { code: -32000, message: 'no', data: { id: ExactNumber.from('9007199254740993') } },
    stderr: 'log line\n'
  })
  expect(JSON.stringify(error)).not.toContain('no')
})

test('a credential of ours is removed wherever it is echoed', () => {
  const error = attach({ message: `Bearer ${SECRET}`, data: [{ [SECRET]: SECRET }], n: 1 }, `started with ${SECRET}`)
  expect(operatorTextOf(error)).toEqual({
    cause: { message: 'Bearer [redacted]', data: [{ '[redacted]': '[redacted]' }], n: 1 },
    stderr: 'started with [redacted]'
  })
})

test('an error of the system says its code, and causes nest', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const error = attach(new GovernedError('endpoint_unreachable', { reason: 'refused' }, { cause: refused }))
  expect(operatorTextOf(error)).toEqual({
    cause: {
      code: 'endpoint_unreachable',
      details: { reason: 'refused' },
      cause: { name: 'Error', message: 'connect', code: 'ECONNREFUSED' }
    }
  })
})

test('causes in a circle come to an end', () => {
  const first = new Error('first')
  first.cause = new Error('second', { cause: first })
  expect(operatorTextOf(attach(first))).toHaveProperty('cause.cause.cause.message', 'first')
})

test('a cause that is not JSON becomes text', () => {
  expect(operatorTextOf(attach(Symbol('x')))).toEqual({ cause: 'Symbol(x)' })
})

test('facts add up; what is no object keeps none', () => {
  const error = attachOperatorFacts(attachOperatorFacts(new Error('x'), { file: 'a' }), { more: 1 })
  expect(operatorTextOf(error)).toEqual({ file: 'a', more: 1 })
  expect(operatorTextOf(attachOperatorFacts('x', { file: 'a' }))).toEqual({})
})
