/**
 * A JSON number that differs from the shortest decimal of its nearest double: 9007199254740993, 1e400, 1e-400.
 * It keeps every digit. Spelling is normalised (1.0e1 is 10), so equal numbers have equal `source`.
 */
export class ExactNumber {
  /** The exact value in the layout of ECMAScript `Number::toString`. */
  readonly source: string

  private constructor(source: string) {
    this.source = source
  }

  /**
   * @param source a number as JSON writes it (RFC 8259, section 6), at most `MAX_NUMBER_LENGTH` characters
   * @throws RangeError when it is no JSON number or longer
   */
  static from(source: string): ExactNumber {
    if (source.length > MAX_NUMBER_LENGTH || !NUMBER.test(source)) throw new RangeError('not a JSON number')
    return new ExactNumber(normalizeNumber(source))
  }

  toString(): string {
    return this.source
  }

  /** For `JSON.stringify`: the exact digits as a number where the engine can write them, as a string before Node 22. */
  toJSON(): unknown {
    const rawJson = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON
    return rawJson === undefined ? this.source : rawJson(this.source)
  }
}

/** Longer number tokens are refused: their exact arithmetic would cost more than linear time. */
export const MAX_NUMBER_LENGTH = 1024

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** The token as a double where that is exact, else as an ExactNumber. The token must be a JSON number. */
export function readNumber(token: string): number | ExactNumber {
  const double = Number(token)
  if (String(double) === token) return double
  if (Number.isFinite(double) && normalizeNumber(token) === String(double)) return double
  return ExactNumber.from(token)
}

/** Exact digits in the layout that ECMAScript gives to doubles (ECMA-262, 6.1.6.1.20), which RFC 8785 adopts. */
export function normalizeNumber(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(token) ?? []
  const all = whole + fraction
  const leading = all.length - all.replace(/^0+/, '').length
  const digits = all.slice(leading).replace(/0+$/, '')
  if (digits === '') return '0'
  // value = 0.digits * 10^point; exponents are unbounded, hence BigInt.
  const point = BigInt(whole.length - leading) + BigInt(exponent)
  return sign + layOut(digits, point)
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
