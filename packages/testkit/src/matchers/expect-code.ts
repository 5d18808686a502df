/** Asserts on the `code` of an error, so that no test matches message text. Knows our errors by `code` alone. */
import { AssertionError } from 'node:assert'

/** An error of ours, as far as an assertion needs it. */
export interface CodedError<C extends string = string> extends Error {
  readonly code: C
  readonly details: Readonly<Record<string, unknown>>
}

/** True for an error with an own string `code` and `details`: a socket error of Node is not one. */
export function isCodedError(value: unknown): value is CodedError {
  if (!(value instanceof Error) || !Object.hasOwn(value, 'code')) return false
  const { code, details } = value as Partial<CodedError>
  return typeof code === 'string' && typeof details === 'object' && details !== null
}

/**
 * Resolves with the error that `work` rejects or throws with, when its code is `code`; rejects with an
 * `AssertionError` otherwise, the error that came as its cause.
 * `const error = await expectCode(client.freeze(), 'bound_exceeded')`
 */
export async function expectCode<C extends string>(
  work: PromiseLike<unknown> | (() => unknown),
  code: C
): Promise<CodedError<C>> {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    return demandCode(error, code)
  }
  return demandCode(undefined, code)
}

/** The same for a function that throws at once. */
export function expectThrownCode<C extends string>(work: () => unknown, code: C): CodedError<C> {
  try {
    work()
  } catch (error) {
    return demandCode(error, code)
  }
  return demandCode(undefined, code)
}

function demandCode<C extends string>(error: unknown, code: C): CodedError<C> {
  if (isCodedError(error) && hasCode(error, code)) return error
  const seen = isCodedError(error) ? error.code : error === undefined ? 'nothing thrown' : String(error)
  const failure = new AssertionError({ message: `expected code ${code}, saw ${seen}`, actual: seen, expected: code })
  failure.cause = error
  throw failure
}

function hasCode<C extends string>(error: CodedError, code: C): error is CodedError<C> {
  return error.code === code
}
