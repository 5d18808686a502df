import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNumber } from '../json/exact-number.ts'
import { compareNumbers, isIntegral, isMultipleOf } from './exact-arithmetic.ts'
import type { JsonNumber } from './exact-arithmetic.ts'

/** coefficient * 10^exponent as JSON writes it, with zeros that mean nothing. */
interface Written {
  readonly coefficient: bigint
  readonly exponent: number
}

const SCALE = 60
const written: fc.Arbitrary<Written> = fc.record({
  coefficient: fc.oneof(fc.bigInt(-1000n, 1000n), fc.bigInt(-(10n ** 25n), 10n ** 25n), fc.maxSafeInteger().map(BigInt)),
  exponent: fc.integer({ min: -30, max: 30 })
})
const numberOf = ({ coefficient, exponent }: Written): JsonNumber => readNumber(`${coefficient}e${exponent}`) as JsonNumber
/** The same on a common scale. */
const scaled = ({ coefficient, exponent }: Written): bigint => coefficient * 10n ** BigInt(exponent + SCALE)

describe('decimals', () => {
  it('are compared as if they were written out', () => {
    fc.assert(
      fc.property(written, written, (a, b) => {
        const [left, right] = [scaled(a), scaled(b)]
        expect(Math.sign(compareNumbers(numberOf(a), numberOf(b)))).toBe(left < right ? -1 : left > right ? 1 : 0)
        expect(compareNumbers(numberOf(a), numberOf({ coefficient: a.coefficient * 10n, exponent: a.exponent - 1 }))).toBe(0)
      })
    )
  })

  it('are multiples exactly when nothing remains', () => {
    const divisors = written.filter(({ coefficient }) => coefficient > 0n)
    const factors = fc.bigInt(-(10n ** 12n), 10n ** 12n)
    fc.assert(
      fc.property(written, divisors, factors, (value, divisor, factor) => {
        expect(isMultipleOf(numberOf(value), numberOf(divisor))).toBe(scaled(value) % scaled(divisor) === 0n)
        expect(isMultipleOf(numberOf({ coefficient: divisor.coefficient * factor, exponent: divisor.exponent }), numberOf(divisor))).toBe(true)
      })
    )
  })

  it('are whole exactly when they are multiples of one', () => {
    fc.assert(
      fc.property(written, (value) => {
        expect(isIntegral(numberOf(value))).toBe(scaled(value) % 10n ** BigInt(SCALE) === 0n)
      })
    )
  })

  it('may have exponents that nothing could write out', () => {
    const [huge, larger, tiny] = ['1e99999999999999999999', '2e99999999999999999999', '1e-99999999999999999999'].map((token) => readNumber(token) as JsonNumber)
    if (huge === undefined || larger === undefined || tiny === undefined) throw new Error('unread')
    expect([compareNumbers(huge, larger), compareNumbers(tiny, 0), compareNumbers(huge, 5)].map(Math.sign)).toEqual([-1, 1, 1])
    expect([isMultipleOf(larger, huge), isMultipleOf(huge, 7), isMultipleOf(huge, tiny), isMultipleOf(tiny, huge)]).toEqual([true, false, true, false])
    expect([isIntegral(huge), isIntegral(tiny)]).toEqual([true, false])
  })
})
