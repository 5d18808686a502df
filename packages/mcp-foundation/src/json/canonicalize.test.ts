import { isDeepStrictEqual } from 'node:util'
import { expectThrownCode } from '@b10x/testkit'
import canonicalizeOfNpm from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readTable } from '../__fixtures__/format-vectors.ts'
import { commonJsonValues, jsonTexts, jsonValues } from '../__fixtures__/json-arbitraries.ts'
import { canonicalize } from './canonicalize.ts'
import { ExactNumber } from './exact-number.ts'
import { isJsonObject } from './is-json-object.ts'
import type { JsonValue } from './json-value.ts'
import { parseJson } from './parse-json.ts'
import { stringifyJson } from './stringify-json.ts'

// Thousands of random values take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('the public vectors', () => {
  const { cases, refused } = readTable('canonical-form.json')

  it.each(cases)('$title', ({ input, canonical }) => {
    expect(canonicalize(parseJson(input))).toBe(canonical)
    expect(canonicalize(parseJson(canonical))).toBe(canonical)
  })

  it.each(refused)('refuse: $title', ({ input, reason }) => {
    expect(expectThrownCode(() => parseJson(input), 'json_invalid').details['reason']).toBe(reason)
  })
})

// The ideas of the test data that came with RFC 8785, each with data of our own.
describe('RFC 8785', () => {
  it.each([
    [
      'keeps the order of elements, whatever they hold',
      '[ 3, "c", [ true, [ ], { } ], { "y": [ { "b": 0, "a": 0 } ], "x": null } ]',
      '[3,"c",[true,[],{}],{"x":null,"y":[{"a":0,"b":0}]}]'
    ],
    [
      'orders names by code units, as no dictionary of any language would',
      '{"zebra":0,"\u00e4hre":1,"Zahl":2,"ahnen":3,"\u00c4hre":4,"A":5,"a\u0308hre":6,"ss":7,"\u00df":8}',
      '{"A":5,"Zahl":2,"ahnen":3,"a\u0308hre":6,"ss":7,"zebra":0,"\u00c4hre":4,"\u00df":8,"\u00e4hre":1}'
    ],
    [
      'orders the members of nested structures, names of digits as text',
      '{"2":{"b":{"10":0,"9":0,"1":0},"":[]},"10":{"k":-7,"K":0.5},"1":{}}',
      '{"1":{},"10":{"K":0.5,"k":-7},"2":{"":[],"b":{"1":0,"10":0,"9":0}}}'
    ],
    ['does not normalise characters', '{"combined":"O\u0308","one":"\u00d6"}', '{"combined":"O\u0308","one":"\u00d6"}'],
    [
      'writes literals, numbers and strings in one way',
      '{"n":[1E2,-0.0,25e-1,1e-7,12e20,1E23],"l":[true,null,false],"s":"\\u0022\\u005C\\/\\u000A\\u001b\\u20ac"}',
      '{"l":[true,null,false],"n":[100,0,2.5,1e-7,1.2e+21,1e+23],"s":"\\"\\\\/\\n\\u001b\u20ac"}'
    ],
    [
      'orders names by code units also where they are no letters',
      '{"\\ud83c\\udf0d":1,"\\ufb01":2,"\\t":3,"\\u05d0":4,"<":5,"\\u007f":6,"\\u0001":7,"\\u00a0":8}',
      '{"\\u0001":7,"\\t":3,"<":5,"\u007f":6,"\u00a0":8,"\u05d0":4,"\ud83c\udf0d":1,"\ufb01":2}'
    ]
  ])('%s', (_title, input, canonical) => expect(canonicalize(parseJson(input))).toBe(canonical))

  it('is what the canonicalize package of npm writes, wherever numbers are doubles and strings are well formed', () => {
    fc.assert(
      fc.property(commonJsonValues, (value) => {
        expect(canonicalize(value)).toBe(canonicalizeOfNpm(value))
      }),
      { numRuns: 1_000 }
    )
  })
})

describe('the canonical form', () => {
  it('is read back to the same value, and is its own canonical form', () => {
    fc.assert(
      fc.property(jsonValues, (value) => {
        const form = canonicalize(value)
        expect(isDeepStrictEqual(signless(parseJson(form)), signless(value))).toBe(true)
        expect(canonicalize(parseJson(form))).toBe(form)
      }),
      { numRuns: 1_000 }
    )
  })

  it('does not depend on white space, escapes, spelling or the order of members', () => {
    fc.assert(
      fc.property(jsonTexts, fc.infiniteStream(fc.boolean()), (text, coin) => {
        const value = parseJson(text)
        const shuffled = parseJson(stringifyJson(reorder(value, () => coin.next().value as boolean), 3))
        expect(canonicalize(shuffled)).toBe(canonicalize(value))
      }),
      { numRuns: 1_000 }
    )
  })

  it('differs for different values', () => {
    fc.assert(
      fc.property(jsonValues, jsonValues, (a, b) => {
        expect(canonicalize(a) === canonicalize(b)).toBe(isDeepStrictEqual(signless(a), signless(b)))
      }),
      { numRuns: 1_000 }
    )
  })

  it.each<[string, string]>([
    ['null', '"null"'],
    ['1', '"1"'],
    ['{}', '[]'],
    ['{"0":1}', '[1]'],
    ['{"a":null}', '{}'],
    ['[[1],2]', '[[1,2]]'],
    ['["a,b"]', '["a","b"]'],
    ['"\\ud800"', '"\\\\ud800"'],
    ['"\\ud800"', '"\\ufffd"'],
    ['{"\\ud800":0}', '{"\\udfff":0}'],
    ['9007199254740993', '9007199254740992'],
    ['1e400', '1e401'],
    ['1e-400', '0'],
    ['9007199254740993', '"9007199254740993"'],
    ['{"a":{"b":1}}', '{"a":{},"b":1}']
  ])('differs for %s and %s', (a, b) => expect(canonicalize(parseJson(a))).not.toBe(canonicalize(parseJson(b))))

  it('writes a bigint like the number it is', () => {
    expect(canonicalize([10n, 10n ** 21n, 2n ** 64n] as unknown as JsonValue)).toBe('[10,1e+21,18446744073709551616]')
  })
})

/** -0 is 0: the only two doubles with one form. Exact numbers compare by value. */
function signless(value: JsonValue): unknown {
  if (value === 0) return 0
  if (value instanceof ExactNumber) return { exact: value.source }
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(signless)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, signless(member)]))
}

function reorder(value: JsonValue, coin: () => boolean): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((element) => reorder(element, coin))
  if (!isJsonObject(value)) return value
  const members: (readonly [string, JsonValue])[] = []
  for (const [name, member] of Object.entries(value)) members[coin() ? 'push' : 'unshift']([name, reorder(member, coin)])
  return Object.fromEntries(members)
}
