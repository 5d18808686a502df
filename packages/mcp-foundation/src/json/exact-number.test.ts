import { expectThrownCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { canonicalize } from './canonicalize.ts'
import { ExactNumber, MAX_NUMBER_LENGTH, normalizeNumber } from './exact-number.ts'
import { parseJson } from './parse-json.ts'
import { stringifyJson } from './stringify-json.ts'

// Thousands of random values take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('a number that a double holds', () => {
  it.each([
    ['0', 0],
    ['-0', -0],
    ['-0.0e5', -0],
    ['1.0', 1],
    ['1E5', 100_000],
    ['10e-1', 1],
    ['0.1', 0.1],
    ['4.50', 4.5],
    ['123456789012345', 123_456_789_012_345],
    ['9007199254740992', 9_007_199_254_740_992],
    ['-9007199254740991', -9_007_199_254_740_991],
    ['100000000000000000000', 1e20],
    ['1e21', 1e21],
    ['1e308', 1e308],
    ['5e-324', 5e-324],
    ['0e400', 0],
    ['1.7976931348623157e308', Number.MAX_VALUE],
    [`1.${'0'.repeat(500)}`, 1]
  ])('is that double: %s', (text, double) => expect(parseJson(text)).toBe(double))

  it('whatever the double, in its shortest decimal', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        expect(parseJson(JSON.stringify(double))).toBe(Object.is(double, -0) ? 0 : double)
        expect(normalizeNumber(JSON.stringify(double))).toBe(String(double))
      }),
      { numRuns: 2_000 }
    )
  })
})

describe('a number that no double holds', () => {
  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740993.0', '9007199254740993'],
    ['900719925474099.3e1', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
    ['1e400', '1e+400'],
    ['-1E+0400', '-1e+400'],
    ['10e399', '1e+400'],
    ['1e-400', '1e-400'],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['2.5e-324', '2.5e-324'],
    ['1234567890123456789012', '1.234567890123456789012e+21'],
    ['0.00000123456789012345678901', '0.00000123456789012345678901'],
    ['0.000000123456789012345678901', '1.23456789012345678901e-7'],
    ['1e99999999999999999999999999', '1e+99999999999999999999999999']
  ])('keeps its exact value: %s', (text, source) => {
    const number = parseJson(text)
    expect(number).toBeInstanceOf(ExactNumber)
    expect((number as ExactNumber).source).toBe(source)
    expect(String(number)).toBe(source)
    expect(canonicalize(number)).toBe(source)
  })

  it('is written as it was spelt, so that an integer stays one for every reader', () => {
    const text = '{"wei":1234567890123456789012,"id":9007199254740993,"far":1E+400}'
    expect(stringifyJson(parseJson(text))).toBe(text)
  })

  it('goes through JSON.stringify with all its digits', () => {
    expect(JSON.stringify({ id: ExactNumber.from('9007199254740993') })).toBe('{"id":9007199254740993}')
  })

  it('goes through JSON.stringify as a string where the engine knows no raw JSON', () => {
    const raw = Object.getOwnPropertyDescriptor(JSON, 'rawJSON')
    Reflect.deleteProperty(JSON, 'rawJSON')
    try {
      expect(JSON.stringify([ExactNumber.from('9007199254740993')])).toBe('["9007199254740993"]')
    } finally {
      if (raw !== undefined) Object.defineProperty(JSON, 'rawJSON', raw)
    }
  })

  it('is equal to another exactly when the values are equal, by the arithmetic of big integers', () => {
    const decimal = fc.record({ digits: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), exponent: fc.integer({ min: -40, max: 40 }) })
    fc.assert(
      fc.property(decimal, decimal, fc.nat(20), (a, b, zeros) => {
        // The same value with zeros more, and another value.
        const respelt = `${a.digits}${'0'.repeat(zeros)}e${a.exponent - zeros}`
        expect(normalizeNumber(respelt)).toBe(normalizeNumber(`${a.digits}e${a.exponent}`))
        const equal = a.digits * 10n ** BigInt(a.exponent + 40) === b.digits * 10n ** BigInt(b.exponent + 40)
        expect(normalizeNumber(`${a.digits}e${a.exponent}`) === normalizeNumber(`${b.digits}e${b.exponent}`)).toBe(equal)
      }),
      { numRuns: 1_000 }
    )
  })
})

describe('the length of a number', () => {
  it.each([
    ['digits', '1'.repeat(1_025)],
    ['zeros after the point', `1.${'0'.repeat(1_023)}`],
    ['digits of the exponent', `1e${'1'.repeat(1_023)}`],
    ['characters once it is normalised', '1'.repeat(1_018)]
  ])('is refused over 1024 %s', (_title, text) => {
    const { details } = expectThrownCode(() => parseJson(`[${text}]`), 'json_invalid')
    expect(details).toEqual({ reason: 'number_length', offset: 1 })
    expect(() => ExactNumber.from(text)).toThrow(RangeError)
  })

  it('is accepted up to there, and what was read can be written and read again', () => {
    for (const text of ['1'.repeat(1_017), `0.${'1'.repeat(1_022)}`, `-1e${'1'.repeat(1_019)}`]) {
      const form = canonicalize(parseJson(text))
      expect(form.length).toBeLessThanOrEqual(MAX_NUMBER_LENGTH)
      expect(canonicalize(parseJson(form))).toBe(form)
    }
  })

  it('bounds the work: a thousand numbers with zeros in the middle are read', () => {
    const text = `[${Array(1_000).fill(`1${'0'.repeat(1_000)}1`).join(',')}]`
    expect(parseJson(text)).toHaveLength(1_000)
  })
})

it.each(['', '1.', '.1', '+1', '01', '0x1', 'NaN', ' 1', '1 ', '1\n', '--1', '1e', '\u0661'])('%j makes no exact number', (text) => {
  expect(() => ExactNumber.from(text)).toThrow(RangeError)
})
