import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { commonJsonValues, jsonValues } from '../__fixtures__/json-arbitraries.ts'
import { canonicalize } from './canonicalize.ts'
import type { JsonValue } from './json-value.ts'
import { parseJson } from './parse-json.ts'
import { stringifyJson } from './stringify-json.ts'
import { NotJsonError, escapePointer, writeJson } from './write-json.ts'

// Thousands of random values take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('stringifyJson', () => {
  it('writes what JSON.stringify writes, with any indent', () => {
    fc.assert(
      fc.property(commonJsonValues, fc.integer({ min: 0, max: 4 }), (value, indent) => {
        expect(stringifyJson(value, indent)).toBe(JSON.stringify(value, null, indent))
      }),
      { numRuns: 1_000 }
    )
  })

  it('writes every value so that it is read back as it was', () => {
    fc.assert(
      fc.property(jsonValues, fc.integer({ min: 0, max: 2 }), (value, indent) => {
        expect(canonicalize(parseJson(stringifyJson(value, indent)))).toBe(canonicalize(value))
      }),
      { numRuns: 1_000 }
    )
  })

  it('keeps the order of members', () => {
    expect(stringifyJson({ b: 1, a: { d: 1, c: 1 } })).toBe('{"b":1,"a":{"d":1,"c":1}}')
  })

  it('leaves out members that are undefined, like JSON.stringify', () => {
    const value = { a: undefined, b: [{ c: undefined }] } as unknown as JsonValue
    expect(stringifyJson(value)).toBe('{"b":[{}]}')
    expect(stringifyJson(value, 2)).toBe(JSON.stringify(value, null, 2))
  })

  it('writes objects without a prototype and bigints', () => {
    const bare: Record<string, unknown> = Object.assign(Object.create(null) as object, { id: 2n ** 64n })
    expect(stringifyJson(bare as JsonValue)).toBe('{"id":18446744073709551616}')
  })
})

describe('what is not JSON', () => {
  const cases: readonly [string, unknown, string, 'not_json' | 'not_finite'][] = [
    ['undefined', undefined, '', 'not_json'],
    ['a function', { a: { b: () => 1 } }, '/a/b', 'not_json'],
    ['a symbol', [Symbol('s')], '/0', 'not_json'],
    ['a date', { when: new Date(0) }, '/when', 'not_json'],
    ['a map', { m: new Map([['a', 1]]) }, '/m', 'not_json'],
    ['bytes', { b: Uint8Array.of(1) }, '/b', 'not_json'],
    ['an instance of a class', { e: new Error('x') }, '/e', 'not_json'],
    ['a boxed number', { n: Object(1) as unknown }, '/n', 'not_json'],
    ['a hole in an array', { a: [1, undefined] }, '/a/1', 'not_json'],
    ['NaN', { a: [Number.NaN] }, '/a/0', 'not_finite'],
    ['infinity', { 'x/y': { 'm~n': -Infinity } }, '/x~1y/m~0n', 'not_finite']
  ]

  it.each(cases)('is refused with its place: %s', (_title, value, pointer, reason) => {
    for (const sorted of [true, false]) {
      const work = (): string => writeJson(value, { sorted, indent: 0 })
      expect(work).toThrow(NotJsonError)
      expect(work).toThrow(expect.objectContaining({ pointer, reason }))
    }
  })

  it('is never a look-alike of an exact number', () => {
    expect(() => stringifyJson({ source: '1e+400', toJSON: () => 1 } as unknown as JsonValue)).toThrow(NotJsonError)
  })
})

it('a JSON pointer escapes the tilde before the slash', () => {
  expect(escapePointer('a/b~1~c')).toBe('a~1b~01~0c')
})
