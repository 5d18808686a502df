// Random JSON for property tests: values as our reader makes them, and texts with every freedom that RFC 8259 gives.
import fc from 'fast-check'
import { ExactNumber } from '../json/exact-number.ts'
import type { JsonValue } from '../json/json-value.ts'

const SPECIAL_NAMES = ['__proto__', 'constructor', 'toString', 'toJSON', 'hasOwnProperty', '', '0', '10', 'a/b', 'a~b']

/** Any sequence of UTF-16 code units, lone surrogates included. */
const codeUnits: fc.Arbitrary<string> = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.integer({ min: 0, max: 0xffff }))
    .map((unit) => String.fromCharCode(unit))
})

export const wellFormedStrings: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...SPECIAL_NAMES)
)

export const strings: fc.Arbitrary<string> = fc.oneof(wellFormedStrings, codeUnits)

const doubles = fc.double({ noNaN: true, noDefaultInfinity: true })

const numberTokens: fc.Arbitrary<string> = fc.oneof(
  doubles.map((double) => JSON.stringify(double)),
  fc.maxSafeInteger().map(String),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,24}$/)),
      fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,24}$/)),
      fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?[0-9]{1,4}$/))
    )
    .map((parts) => parts.join(''))
)

/** Numbers that no double holds. */
const exactNumbers: fc.Arbitrary<ExactNumber> = numberTokens
  .map((token) => ExactNumber.from(token))
  .filter((number) => String(Number(number.source)) !== number.source)

const containersOf = (value: fc.Arbitrary<JsonValue>, name: fc.Arbitrary<string>): fc.Arbitrary<JsonValue>[] => [
  fc.array(value, { maxLength: 5 }),
  // `fromEntries` defines members, so that `__proto__` becomes one.
  fc
    .uniqueArray(fc.tuple(name, value), { selector: ([member]) => member, maxLength: 5 })
    .map((members): JsonValue => Object.fromEntries(members))
]

const valuesOf = (name: fc.Arbitrary<string>, leaves: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof({ depthSize: 'small', maxDepth: 6 }, leaves, ...containersOf(tie('value'), name))
  })).value

/** Whatever our reader can return. */
export const jsonValues: fc.Arbitrary<JsonValue> = valuesOf(
  strings,
  fc.oneof(fc.constantFrom(null, true, false), strings, doubles, exactNumbers)
)

/** What every JSON library agrees on: strings are well formed and numbers are doubles. */
export const commonJsonValues: fc.Arbitrary<JsonValue> = valuesOf(
  wellFormedStrings,
  fc.oneof(fc.constantFrom(null, true, false), wellFormedStrings, doubles)
)

const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
const SHORT_ESCAPES = ['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t']

/** One string literal: every character raw where that is allowed, or escaped in some way. */
const stringTexts: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }).map((raw) => JSON.stringify(raw).slice(1, -1)),
      codeUnits.map((text) => Array.from({ length: text.length }, (_, index) => escapeOf(text.charAt(index))).join('')),
      codeUnits.map((text) => escapeOf(`${text}x`).toUpperCase().replace('\\U', '\\u')),
      fc.constantFrom(...SHORT_ESCAPES)
    ),
    { maxLength: 4 }
  )
  .map((pieces) => `"${pieces.join('')}"`)

const nameTexts = fc.oneof(stringTexts, fc.constantFrom(...SPECIAL_NAMES).map((name) => JSON.stringify(name)))

const textsWith = (space: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.letrec<{ text: string }>((tie) => ({
    text: fc
      .tuple(
        space,
        fc.oneof(
          { depthSize: 'small', maxDepth: 6 },
          fc.constantFrom('null', 'true', 'false'),
          numberTokens,
          stringTexts,
          fc.array(tie('text'), { maxLength: 4 }).map((elements) => `[${elements.join(',')}]`),
          fc
            .uniqueArray(fc.tuple(space, nameTexts, space, tie('text')), {
              selector: ([, name]) => JSON.parse(name) as string,
              maxLength: 4
            })
            .map((members) => `{${members.map(([before, name, after, text]) => `${before}${name}${after}:${text}`).join(',')}}`),
          fc.constantFrom('[ ]', '{\t}')
        ),
        space
      )
      .map((parts) => parts.join(''))
  })).text

/** Valid JSON texts without duplicate names. */
export const jsonTexts: fc.Arbitrary<string> = textsWith(fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 }))

/** The same, each on one line. */
export const jsonLines: fc.Arbitrary<string> = textsWith(fc.constantFrom('', ' ', '\t'))

const SYNTAX = '{}[]:,"\\-+.eE0123456789tfnu/ \n\u0000\u00a0\ufeff'.split('')

/** Texts near to valid ones: characters added, removed, replaced or doubled. Some are still valid. */
export const mutatedJsonTexts: fc.Arbitrary<string> = fc
  .tuple(
    jsonTexts,
    fc.array(
      fc.tuple(fc.nat(), fc.nat(3), fc.oneof(fc.constantFrom(...SYNTAX), strings)),
      { minLength: 1, maxLength: 3 }
    )
  )
  .map(([text, edits]) => edits.reduce((edited, [place, removed, added]) => edit(edited, place, removed, added), text))

function edit(text: string, place: number, removed: number, added: string): string {
  const at = place % (text.length + 1)
  // Three of four edits put something in, one repeats what was there.
  return removed === 3 ? text.slice(0, at) + text.slice(Math.max(0, at - 9)) : text.slice(0, at) + added + text.slice(at + removed)
}
