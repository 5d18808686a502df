import { expectThrownCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonValues } from '../__fixtures__/json-arbitraries.ts'
import { ExactNumber } from '../json/exact-number.ts'
import type { JsonObject } from '../json/json-value.ts'
import { canonicalize } from '../json/canonicalize.ts'
import { parseJson } from '../json/parse-json.ts'
import { serializeArguments } from './serialize-arguments.ts'

const BOUNDS = { maxArgumentBytes: 64 * 1024 }
const serialize = (args: unknown): string => serializeArguments(args as JsonObject, BOUNDS)

describe('arguments', () => {
  it('go out with every digit of their numbers (F5)', () => {
    const args = { id: ExactNumber.from('9007199254740993'), wei: 10n ** 21n, far: ExactNumber.from('1E400') }
    expect(serialize(args)).toBe('{"id":9007199254740993,"wei":1000000000000000000000,"far":1E400}')
  })

  it('go out in the order they have, without what is undefined', () => {
    expect(serialize({ b: 1, a: undefined, c: { e: null, d: [] } })).toBe('{"b":1,"c":{"e":null,"d":[]}}')
  })

  it('go out as the value that they are', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        expect(canonicalize(parseJson(serialize({ value })))).toBe(canonicalize({ value }))
      })
    )
  })

  it('keep lone surrogates and special names', () => {
    expect(serialize(parseJson('{"__proto__":"\\ud800"}'))).toBe('{"__proto__":"\\ud800"}')
  })
})

describe('arguments are refused', () => {
  it.each([
    ['null', null],
    ['an array', [1]],
    ['a string', '{}'],
    ['undefined', undefined],
    ['an exact number', ExactNumber.from('1e400')]
  ])('when they are %s', (_title, args) => {
    expect(expectThrownCode(() => serialize(args), 'arguments_invalid').details).toEqual({ pointer: '', reason: 'not_an_object' })
  })

  const invalid: readonly [string, unknown, string, string][] = [
    ['a function', { a: [{ b: () => 1 }] }, '/a/0/b', 'not_json'],
    ['a date', { when: new Date(0) }, '/when', 'not_json'],
    ['a hole', { 'x/y': [undefined] }, '/x~1y/0', 'not_json'],
    ['NaN', { n: Number.NaN }, '/n', 'not_finite']
  ]
  it.each(invalid)('when there is %s in them, with its place', (_title, args, pointer, reason) => {
    expect(expectThrownCode(() => serialize(args), 'arguments_invalid').details).toEqual({ pointer, reason })
  })

  it('when they are a date or a map themselves', () => {
    for (const args of [new Date(0), new Map()]) {
      expect(expectThrownCode(() => serialize(args), 'arguments_invalid').details).toEqual({ pointer: '', reason: 'not_json' })
    }
  })

  it('when they go round in a circle', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = { circle }
    expect(expectThrownCode(() => serialize(circle), 'arguments_invalid').details).toEqual({ pointer: '', reason: 'too_deep' })
  })

  it('when they are larger than their bound in UTF-8 bytes, and not a byte earlier', () => {
    const args = { t: '\u20ac'.repeat(10) }
    expect(serializeArguments(args, { maxArgumentBytes: 38 })).toHaveLength(18)
    const { details } = expectThrownCode(() => serializeArguments(args, { maxArgumentBytes: 37 }), 'bound_exceeded')
    expect(details).toEqual({ bound: 'maxArgumentBytes', limit: 37, seen: 38 })
  })
})
