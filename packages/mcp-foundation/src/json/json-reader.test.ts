import { isDeepStrictEqual } from 'node:util'
import { hasCode } from '@b10x/ports/errors'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { jsonTexts, mutatedJsonTexts } from '../__fixtures__/json-arbitraries.ts'
import { ExactNumber } from './exact-number.ts'
import { isJsonObject } from './is-json-object.ts'
import type { JsonValue } from './json-value.ts'
import { parseJson } from './parse-json.ts'

// Thousands of random values take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** What `JSON.parse` would have made of a value of ours. */
function rounded(value: JsonValue): unknown {
  if (value instanceof ExactNumber) return Number(value.spelling)
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(rounded)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]))
}

type Reading = { readonly value: unknown } | { readonly refused: string }

function readOurs(text: string): Reading {
  try {
    return { value: rounded(parseJson(text)) }
  } catch (error) {
    if (hasCode(error, 'json_invalid')) return { refused: error.details.reason }
    if (hasCode(error, 'bound_exceeded')) return { refused: error.details.bound }
    throw error
  }
}

function readTheirs(text: string): Reading {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { refused: 'syntax' }
  }
}

/**
 * The JSON.parse of Node 24.21 reads `{"k":0,"\u0042":1}` as if the name were a backslash once it has read
 * `{"k":0,"\\":1}`. Texts with an escaped backslash are kept from it, so that it can be compared with at all.
 */
const spoilsJsonParse = (text: string): boolean => /\\\\|\\u005c/i.test(text)

/** Where our reader may be stricter than `JSON.parse`. */
const STRICTER = ['duplicate_member', 'number_length', 'maxJsonDepth']

describe('the reader beside JSON.parse', () => {
  it('reads every valid text without duplicate names to the same value', () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        fc.pre(!spoilsJsonParse(text))
        expect(isDeepStrictEqual(readOurs(text), readTheirs(text))).toBe(true)
      }),
      { numRuns: 3_000 }
    )
  })

  it('reads a damaged text to the same value or refuses it, and never accepts what JSON.parse refuses', () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(mutatedJsonTexts, (text) => {
        fc.pre(!spoilsJsonParse(text))
        const ours = readOurs(text)
        const theirs = readTheirs(text)
        seen['value' in ours ? 'accepted' : 'refused'] += 1
        const agree = 'value' in ours ? isDeepStrictEqual(ours, theirs) : 'refused' in theirs || STRICTER.includes(ours.refused)
        expect(agree).toBe(true)
      }),
      { numRuns: 5_000 }
    )
    // Both halves of the property were at work.
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(100)
  })

  it('reads an escaped name as it is, whatever was read before', () => {
    parseJson(String.raw`{"k":0,"\\":1}`)
    expect(parseJson(String.raw`{"k":0,"\u0042":1}`)).toEqual({ k: 0, B: 1 })
    expect(parseJson(String.raw`["\\", "\u005c", "\\u0041"]`)).toEqual(['\\', '\\', '\\u0041'])
  })

  it('leaves every built-in prototype as it was', () => {
    const before = [Object, Array, String, Number, Function].map((builtIn) => Reflect.ownKeys(builtIn.prototype as object))
    parseJson('{"__proto__":{"polluted":1},"\\u005f_proto__x":1,"constructor":{"prototype":{"polluted":1}}}')
    parseJson('[{"a":{"__proto__":[{"__proto__":{"polluted":true}}]}}]')
    expect('polluted' in {}).toBe(false)
    const after = [Object, Array, String, Number, Function].map((builtIn) => Reflect.ownKeys(builtIn.prototype as object))
    expect(after).toEqual(before)
  })
})
