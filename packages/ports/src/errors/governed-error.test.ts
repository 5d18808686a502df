import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { ERROR_CODES } from './error-code.ts'
import { GovernedError, hasCode, isGovernedError } from './governed-error.ts'

const PEER_TEXT = 'text of a peer 7f3a'

const refusal = (): GovernedError<'bound_exceeded'> =>
  new GovernedError('bound_exceeded', { bound: 'maxTools', limit: 2, seen: 3 }, { cause: new Error(PEER_TEXT) })

describe('GovernedError', () => {
  it('has the family, the exit class and the fixed text of its code', () => {
    const error = refusal()
    expect({ family: error.family, exitClass: error.exitClass, message: error.message }).toEqual({
      family: ERROR_CODES.bound_exceeded.family,
      exitClass: ERROR_CODES.bound_exceeded.exit,
      message: ERROR_CODES.bound_exceeded.message
    })
    expect(error).toBeInstanceOf(Error)
    expect(error.name).toBe('GovernedError')
  })

  it('says code, family, message and details in JSON, and nothing else', () => {
    expect(JSON.parse(JSON.stringify(refusal()))).toEqual({
      code: 'bound_exceeded',
      family: 'bounds',
      message: ERROR_CODES.bound_exceeded.message,
      details: { bound: 'maxTools', limit: 2, seen: 3 }
    })
  })

  it('keeps the cause for the operator, where no listing of members finds it', () => {
    const error = refusal()
    expect(error.cause).toEqual(new Error(PEER_TEXT))
    expect(Object.keys(error)).not.toContain('cause')
    expect(Object.assign({}, error)).not.toHaveProperty('cause')
    expect(new GovernedError('cancelled', {})).not.toHaveProperty('cause')
  })

  it.each([
    ['inspected', (error: Error) => inspect(error)],
    ['inspected inside a value', (error: Error) => inspect({ list: [error] }, { depth: 9 })],
    ['inspected with hidden members', (error: Error) => inspect(error, { showHidden: true, depth: 9 })],
    ['written as text', (error: Error) => `${String(error)} ${error.stack ?? ''}`],
    ['written as JSON', (error: Error) => JSON.stringify({ error })]
  ])('shows no text of a peer when %s', (_, show) => {
    expect(show(refusal())).not.toContain(PEER_TEXT)
  })

  it('is inspected with its code, its details and where it was made', () => {
    const shown = inspect(refusal())
    expect(shown).toContain('bound_exceeded')
    expect(shown).toContain('"maxTools"')
    expect(shown).toContain('governed-error.test.ts')
  })
})

describe('isGovernedError and hasCode', () => {
  it('know an error of another copy of this package', async () => {
    vi.resetModules()
    const copy = await import('./governed-error.ts')
    expect(copy.GovernedError).not.toBe(GovernedError)
    const error: unknown = new copy.GovernedError('tool_not_found', { tool: 't' })
    expect(error).not.toBeInstanceOf(GovernedError)
    expect(isGovernedError(error)).toBe(true)
    expect(hasCode(error, 'tool_not_found')).toBe(true)
    expect(hasCode(error, 'tool_invalid')).toBe(false)
  })

  it.each([
    ['another error', new Error('no')],
    ['something with a code', { code: 'bound_exceeded', details: {} }],
    ['something that inherits from one', Object.create(refusal()) as unknown],
    ['a string', 'bound_exceeded'],
    ['null', null],
    ['undefined', undefined]
  ])('refuse %s', (_, value) => {
    expect(isGovernedError(value)).toBe(false)
    expect(hasCode(value, 'bound_exceeded')).toBe(false)
  })
})
