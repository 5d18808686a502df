import { GovernedError } from '@b10x/ports/errors'
import type { JsonFault } from '@b10x/ports/errors'
import { readNumber } from './exact-number.ts'
import type { JsonValue } from './json-value.ts'

/**
 * The one strict JSON reader (RFC 8259): no duplicate members, bounded depth, exact numbers, `__proto__` an own
 * member, lone surrogates kept. It works on text because strict UTF-8 decoding is one-to-one: a span of the text
 * encodes back to exactly the bytes that were received.
 */
export class JsonReader {
  readonly text: string
  readonly maxDepth: number
  position = 0
  #depth = 0

  constructor(text: string, maxDepth: number) {
    this.text = text
    this.maxDepth = maxDepth
  }

  /** The whole text as one value. */
  readDocument(): JsonValue {
    if (this.text.charCodeAt(0) === 0xfeff) throw this.fault('byte_order_mark', 0)
    const value = this.readValue()
    this.expectEnd()
    return value
  }

  /** The next value, with the white space before it. */
  readValue(): JsonValue {
    const code = this.#skipSpace()
    switch (code) {
      case 0x7b:
        return this.#readObject()
      case 0x5b:
        return this.#readArray()
      case 0x22:
        return this.#readString()
      case 0x74:
        return this.#readWord('true', true)
      case 0x66:
        return this.#readWord('false', false)
      case 0x6e:
        return this.#readWord('null', null)
      default:
        return this.#readNumber(code)
    }
  }

  /** True when the next value is an array. */
  atArray(): boolean {
    return this.#skipSpace() === 0x5b
  }

  /** Walks an object; `visit` must read exactly the value. */
  readMembers(visit: (name: string) => void): void {
    if (this.#skipSpace() !== 0x7b) throw this.fault('not_an_object')
    this.#enter()
    if (this.#skipSpace() === 0x7d) return this.#leave()
    for (;;) {
      visit(this.#readName())
      const next = this.#skipSpace()
      if (next === 0x7d) return this.#leave()
      if (next !== 0x2c) throw this.fault('syntax')
      this.position += 1
    }
  }

  /** Walks an array; `visit` must read exactly the value. */
  readElements(visit: () => void): void {
    if (this.#skipSpace() !== 0x5b) throw this.fault('syntax')
    this.#enter()
    if (this.#skipSpace() === 0x5d) return this.#leave()
    for (;;) {
      visit()
      const next = this.#skipSpace()
      if (next === 0x5d) return this.#leave()
      if (next !== 0x2c) throw this.fault('syntax')
      this.position += 1
    }
  }

  /** Only white space may follow. */
  expectEnd(): void {
    this.#skipSpace()
    if (this.position < this.text.length) throw this.fault('syntax')
  }

  /** The next value and its exact source text. */
  readSpan(): { readonly value: JsonValue; readonly source: string } {
    this.#skipSpace()
    const start = this.position
    const value = this.readValue()
    return { value, source: this.text.slice(start, this.position) }
  }

  fault(reason: JsonFault, offset: number = this.position): GovernedError<'json_invalid'> {
    return new GovernedError('json_invalid', { reason, offset })
  }

  /** Like `readMembers`, without a call per member: nearly everything that is read goes through here. */
  #readObject(): JsonValue {
    const object: Record<string, JsonValue> = {}
    this.#enter()
    if (this.#skipSpace() === 0x7d) {
      this.#leave()
      return object
    }
    for (;;) {
      const name = this.#readName()
      if (Object.hasOwn(object, name)) throw this.fault('duplicate_member')
      const value = this.readValue()
      if (name === '__proto__') {
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
      } else {
        object[name] = value
      }
      const next = this.#skipSpace()
      if (next === 0x7d) break
      if (next !== 0x2c) throw this.fault('syntax')
      this.position += 1
    }
    this.#leave()
    return object
  }

  #readArray(): JsonValue {
    const array: JsonValue[] = []
    this.#enter()
    if (this.#skipSpace() === 0x5d) {
      this.#leave()
      return array
    }
    for (;;) {
      array.push(this.readValue())
      const next = this.#skipSpace()
      if (next === 0x5d) break
      if (next !== 0x2c) throw this.fault('syntax')
      this.position += 1
    }
    this.#leave()
    return array
  }

  /** The name of a member and the colon behind it. */
  #readName(): string {
    if (this.#skipSpace() !== 0x22) throw this.fault('syntax')
    const name = this.#readString()
    if (this.#skipSpace() !== 0x3a) throw this.fault('syntax')
    this.position += 1
    return name
  }

  #readString(): string {
    const text = this.text
    const start = this.position + 1
    let escaped = false
    for (let at = start; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x22) {
        this.position = at + 1
        return escaped ? this.#unescape(start - 1, at + 1) : text.slice(start, at)
      }
      if (code === 0x5c) {
        escaped = true
        at += 1
      } else if (code < 0x20) {
        throw this.fault('syntax', at)
      }
    }
    throw this.fault('syntax', text.length)
  }

  /** Escapes are rare and the engine's own reader decodes them exactly, lone surrogates included. */
  #unescape(start: number, end: number): string {
    try {
      return JSON.parse(this.text.slice(start, end)) as string
    } catch {
      throw this.fault('syntax', start)
    }
  }

  #readWord<W extends true | false | null>(word: string, value: W): W {
    if (!this.text.startsWith(word, this.position)) throw this.fault('syntax')
    this.position += word.length
    return value
  }

  #readNumber(first: number): JsonValue {
    const text = this.text
    const start = this.position
    let at = start
    let code = first
    if (code === 0x2d) code = text.charCodeAt(++at)
    if (code === 0x30) {
      code = text.charCodeAt(++at)
    } else if (code >= 0x31 && code <= 0x39) {
      while (isDigit(code)) code = text.charCodeAt(++at)
    } else {
      throw this.fault('syntax')
    }
    const whole = at
    if (code === 0x2e) {
      if (!isDigit(text.charCodeAt(++at))) throw this.fault('syntax', at)
      do code = text.charCodeAt(++at)
      while (isDigit(code))
    }
    if (code === 0x65 || code === 0x45) {
      code = text.charCodeAt(++at)
      if (code === 0x2b || code === 0x2d) code = text.charCodeAt(++at)
      if (!isDigit(code)) throw this.fault('syntax', at)
      do code = text.charCodeAt(++at)
      while (isDigit(code))
    }
    this.position = at
    const token = text.slice(start, at)
    // Whole numbers of at most 15 digits are doubles without any question.
    if (at === whole && token.length <= 15) return Number(token)
    const number = readNumber(token)
    if (number === null) throw this.fault('number_length', start)
    return number
  }

  #skipSpace(): number {
    const text = this.text
    let code = text.charCodeAt(this.position)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.position += 1
      code = text.charCodeAt(this.position)
    }
    return code
  }

  #enter(): void {
    this.#depth += 1
    if (this.#depth > this.maxDepth) {
      throw new GovernedError('bound_exceeded', { bound: 'maxJsonDepth', limit: this.maxDepth, seen: this.#depth })
    }
    this.position += 1
  }

  #leave(): void {
    this.#depth -= 1
    this.position += 1
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
