// Arithmetic on JSON numbers as decimals, without rounding: a double stands for the shortest decimal that means it,
// which is the number that was received (see ExactNumber).
import { ExactNumber } from '../json/exact-number.ts'
import type { JsonValue } from '../json/json-value.ts'

export type JsonNumber = number | ExactNumber

/** 0.digits * 10^point, without zeros at either end; zero has no digits. Exponents have no limit. */
interface Decimal {
  readonly negative: boolean
  readonly digits: string
  readonly point: bigint
}

export function isJsonNumber(value: JsonValue | undefined): value is JsonNumber {
  return typeof value === 'number' || value instanceof ExactNumber
}

/** True for a number without a fraction; 1.0 is one (JSON Schema 2020-12, Core 4.2.1). */
export function isIntegral(value: JsonNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  const { digits, point } = toDecimal(value)
  return BigInt(digits.length) <= point
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareNumbers(a: JsonNumber, b: JsonNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  return compareDecimals(toDecimal(a), toDecimal(b))
}

/** True when `value` is a whole multiple of `divisor`, which is positive. */
export function isMultipleOf(value: JsonNumber, divisor: JsonNumber): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return (value as number) % (divisor as number) === 0
  const dividend = toDecimal(value)
  const unit = toDecimal(divisor)
  if (dividend.digits === '') return true
  const shift = exponentOf(dividend) - exponentOf(unit)
  // The dividend's digits end in no zero, so that they are no multiple of a further ten.
  if (shift < 0n) return false
  // Beyond the unit's own twos and fives, more zeros change nothing. It has fewer of each than four per digit.
  const enough = BigInt(4 * unit.digits.length)
  const zeros = shift < enough ? shift : enough
  return (BigInt(dividend.digits) * 10n ** zeros) % BigInt(unit.digits) === 0n
}

/** What a decimal operation on it costs, in steps: one for what the engine does by itself. */
export function digitsOf(value: JsonNumber): number {
  return typeof value === 'number' ? 1 : value.source.length
}

function compareDecimals(a: Decimal, b: Decimal): number {
  const sign = (decimal: Decimal): number => (decimal.digits === '' ? 0 : decimal.negative ? -1 : 1)
  if (sign(a) !== sign(b)) return sign(a) - sign(b)
  const larger = a.point === b.point ? (a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0) : a.point < b.point ? -1 : 1
  return a.negative ? 0 - larger : larger
}

function exponentOf({ digits, point }: Decimal): bigint {
  return point - BigInt(digits.length)
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

function toDecimal(value: JsonNumber): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(String(value)) ?? []
  const all = whole + fraction
  let first = 0
  let end = all.length
  while (all[first] === '0') first += 1
  while (end > first && all[end - 1] === '0') end -= 1
  return { negative: sign === '-', digits: all.slice(first, end), point: BigInt(whole.length - first) + BigInt(exponent) }
}
