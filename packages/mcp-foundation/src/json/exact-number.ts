/**
 * A JSON number that differs from the shortest decimal of its nearest double: 9007199254740993, 1e400, 1e-400.
 * It keeps every digit. Equal numbers have equal `source`, however they are spelt.
 */
export class ExactNumber {
  /** The exact value in the layout of ECMAScript `Number::toString`: `1.0e1` is `10`. */
  readonly source: string
  readonly #spelling: string

  private constructor(source: string, spelling: string) {
    this.source = source
    this.#spelling = spelling
  }

  /**
   * @param spelling a number as JSON writes it (RFC 8259, section 6), at most `MAX_NUMBER_LENGTH` characters both as
   *   written and as normalised
   * @throws RangeError when it is no JSON number or longer
   */
  static from(spelling: string): ExactNumber {
    if (spelling.length > MAX_NUMBER_LENGTH || !NUMBER.test(spelling)) throw new RangeError('not a JSON number')
    const source = normalizeNumber(spelling)
    if (source.length > MAX_NUMBER_LENGTH) throw new RangeError('not a JSON number')
    return new ExactNumber(source, spelling)
  }

  /** As it was written. It is sent like that: many readers take 1.2e+21 for a float where the digits were an integer. */
  get spelling(): string {
    return this.#spelling
  }

  toString(): string {
    return this.source
  }

  /** For `JSON.stringify`: the number as written where the engine can do it, as a string before Node 22. */
  toJSON(): unknown {
    const rawJson = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON
    return rawJson === undefined ? this.spelling : rawJson(this.spelling)
  }
}

/** Longer numbers are refused: their exact arithmetic would cost more than linear time. */
export const MAX_NUMBER_LENGTH = 1024

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/**
 * The token as a double where that is exact, else as an ExactNumber; null when it is longer than `MAX_NUMBER_LENGTH`,
 * or would be once normalised (so that what was read can be written and read again). The token must be a JSON number.
 */
export function readNumber(token: string): number | ExactNumber | null {
  const double = Number(token)
  if (String(double) === token) return double
  if (token.length > MAX_NUMBER_LENGTH) return null
  const source = normalizeNumber(token)
  if (source === String(double)) return double
  return source.length > MAX_NUMBER_LENGTH ? null : ExactNumber.from(token)
}

/** Exact digits in the layout that ECMAScript gives to doubles (ECMA-262, 6.1.6.1.20), which RFC 8785 adopts. */
export function normalizeNumber(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(token) ?? []
  const all = whole + fraction
  // By hand: a pattern that looks for zeros at the end takes quadratic time on zeros in the middle.
  let first = 0
  let end = all.length
  while (all[first] === '0') first += 1
  while (end > first && all[end - 1] === '0') end -= 1
  if (first === end) return '0'
  // value = 0.digits * 10^point; exponents are unbounded, hence BigInt.
  return sign + layOut(all.slice(first, end), BigInt(whole.length - first) + BigInt(exponent))
}

function layOut(digits: string, point: bigint): string {
  if (point > 21n || point <= -6n) {
    const exponent = point - 1n
    const mantissa = digits.length === 1 ? digits : `${digits.slice(0, 1)}.${digits.slice(1)}`
    return `${mantissa}e${exponent < 0n ? '-' : '+'}${exponent < 0n ? -exponent : exponent}`
  }
  const position = Number(point)
  if (position <= 0) return `0.${'0'.repeat(-position)}${digits}`
  if (position >= digits.length) return digits + '0'.repeat(position - digits.length)
  return `${digits.slice(0, position)}.${digits.slice(position)}`
}
