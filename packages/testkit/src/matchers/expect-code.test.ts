import { AssertionError } from 'node:assert'
import { expect, test } from 'vitest'
import { expectCode, expectThrownCode, isCodedError } from './expect-code.ts'

const coded = (code: string): Error => Object.assign(new Error('text that nobody matches'), { code, details: { limit: 3 } })

test('hands back the error with the code, for its details', async () => {
  const error = await expectCode(Promise.reject(coded('bound_exceeded')), 'bound_exceeded')
  expect(error.details).toEqual({ limit: 3 })
  const later = await expectCode(() => Promise.reject(coded('cancelled')), 'cancelled')
  expect(later.code).toBe('cancelled')
  const thrown = expectThrownCode(() => {
    throw coded('usage_invalid')
  }, 'usage_invalid')
  expect(thrown.code).toBe('usage_invalid')
})

test.each([
  ['another code', () => Promise.reject(coded('other'))],
  ['success', () => Promise.resolve(1)],
  ['an error of Node', () => Promise.reject(Object.assign(new Error('reset'), { code: 'bound_exceeded' }))],
  ['no error at all', () => Promise.reject('bound_exceeded')]
])('fails for %s', async (_, work) => {
  await expect(expectCode(work, 'bound_exceeded')).rejects.toBeInstanceOf(AssertionError)
})

test('keeps what came as the cause', async () => {
  const other = coded('other')
  await expect(expectCode(Promise.reject(other), 'bound_exceeded')).rejects.toMatchObject({ cause: other })
})

test('does not take an inherited code', () => {
  expect(isCodedError(Object.create(coded('x')))).toBe(false)
})
