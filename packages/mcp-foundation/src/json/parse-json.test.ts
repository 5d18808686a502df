import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { decodeUtf8 } from './decode-utf8.ts'
import { parseJson } from './parse-json.ts'

const reasonOf = (text: string): unknown => expectThrownCode(() => parseJson(text), 'json_invalid').details['reason']

describe('what is refused', () => {
  it.each([
    ['nothing', ''],
    ['only white space', ' \n'],
    ['NaN', 'NaN'],
    ['Infinity', '[Infinity]'],
    ['minus Infinity', '-Infinity'],
    ['a hexadecimal number', '0x1F'],
    ['a leading plus', '+1'],
    ['a leading zero', '01'],
    ['a negative leading zero', '-01'],
    ['only a minus', '-'],
    ['a point without digits before it', '.5'],
    ['a point without digits after it', '5.'],
    ['a point before an exponent', '5.e1'],
    ['an exponent without digits', '1e'],
    ['an exponent with only a sign', '1E+'],
    ['a digit separator', '1_000'],
    ['a big integer of JavaScript', '1n'],
    ['a full-width digit', '\uff11'],
    ['a trailing comma in an array', '[1,]'],
    ['a trailing comma in an object', '{"a":1,}'],
    ['only a comma', '[,]'],
    ['a missing comma', '[1 2]'],
    ['a missing colon', '{"a" 1}'],
    ['a name without quotes', '{a:1}'],
    ['a number as a name', '{1:1}'],
    ['a line comment', '{} // no'],
    ['a block comment', '[/* no */]'],
    ['single quotes', "['a']"],
    ['an open string', '"abc'],
    ['an open string that ends in a backslash', '"abc\\'],
    ['an open array', '[1'],
    ['an open object', '{"a":1'],
    ['a bracket of the other kind', '[1}'],
    ['a raw line feed in a string', '"a\nb"'],
    ['a raw NUL in a string', '"a\u0000b"'],
    ['a raw tab in a name', '{"a\tb":1}'],
    ['a raw control character after a backslash', '"\\\u0001"'],
    ['an unknown escape', '"\\x41"'],
    ['an escape with an upper-case u', '"\\U0041"'],
    ['an escape of three digits', '"\\u004"'],
    ['an escape that is no hexadecimal number', '"\\u00g1"'],
    ['NUL after the document', '{}\u0000'],
    ['a second document', '{}{}'],
    ['a word that goes on', 'nulls'],
    ['half a word', 'tru'],
    ['an upper-case word', 'True'],
    ['undefined', 'undefined'],
    ['white space that JSON does not know', '[\u00a0]'],
    ['a byte order mark inside', '[\ufeff]']
  ])('%s', (_title, text) => expect(reasonOf(text)).toBe('syntax'))

  it('every control character in a string, unless it is escaped', () => {
    const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))
    expect(controls.map((control) => reasonOf(`"${control}"`))).toEqual(controls.map(() => 'syntax'))
    expect(controls.map((control) => parseJson(JSON.stringify(control)))).toEqual(controls)
  })

  it('a byte order mark, by its own reason', () => {
    expect(reasonOf('\ufeff{}')).toBe('byte_order_mark')
  })

  it.each([
    ['twice the same', '{"a":1,"a":2}', 7],
    ['with an equal value', '{"a":1,"a":1}', 7],
    ['once escaped', '{"method":1,"\\u006dethod":1}', 12],
    ['deep inside', '[[{"x":{"y":[{"b":1,"b":1}]}}]]', 20],
    ['__proto__', '{"__proto__":1,"__proto__":1}', 15],
    ['__proto__ once escaped', '{"\\u005f_proto__":1,"__proto__":1}', 20],
    ['constructor', '{"constructor":1,"constructor":1}', 17],
    ['the empty name', '{"":1,"":1}', 6],
    ['a lone surrogate', '{"\\ud800":1,"\\uD800":1}', 12]
  ])('a name that stands twice: %s', (_title, text, after) => {
    const { details } = expectThrownCode(() => parseJson(text), 'json_invalid')
    expect(details).toEqual({ reason: 'duplicate_member', offset: expect.any(Number) })
    expect(details['offset']).toBeGreaterThanOrEqual(after)
  })

  it.each([
    ['in upper case', '{"method":1,"METHOD":2}'],
    ['with a NUL', '{"method":1,"method\\u0000":2}'],
    ['with a space', '{"method":1,"method ":2}'],
    ['with a letter that looks the same', '{"method":1,"m\\u0435thod":2}'],
    ['composed differently', '{"\\u00e9":1,"e\\u0301":2}'],
    ['inherited by every object', '{"toString":1,"hasOwnProperty":2}']
  ])('but no two names that only look alike: %s', (_title, text) => {
    expect(Object.keys(parseJson(text) as object)).toHaveLength(2)
  })

  it('says where, and never quotes what it read', () => {
    const error = expectThrownCode(() => parseJson('["sk-secret", "\\x sk-secret"]'), 'json_invalid')
    expect(error.details).toEqual({ reason: 'syntax', offset: 14 })
    expect(`${error.message} ${JSON.stringify(error)} ${String(error.stack)}`).not.toContain('sk-secret')
    expect(error.cause).toBeUndefined()
  })
})

describe('nesting', () => {
  const arrays = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  const objects = (depth: number): string => '{"a":'.repeat(depth) + '0' + '}'.repeat(depth)
  const mixed = (depth: number): string => '[{"a":'.repeat(depth / 2) + '0' + '}]'.repeat(depth / 2)

  it.each([
    ['arrays', arrays(64)],
    ['objects', objects(64)],
    ['both', mixed(64)]
  ])('64 levels of %s are read', (_title, text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['65 arrays', arrays(65)],
    ['65 objects', objects(65)],
    ['66 of both', mixed(66)],
    ['5 000 arrays', arrays(5_000)],
    ['a million arrays', arrays(1_000_000)],
    ['a million objects that are never closed', '{"a":'.repeat(1_000_000)],
    ['a million of both', mixed(1_000_000)]
  ])('%s are refused at the first level too many', (_title, text) => {
    const { details } = expectThrownCode(() => parseJson(text), 'bound_exceeded')
    expect(details).toEqual({ bound: 'maxJsonDepth', limit: 64, seen: 65 })
  })

  it('is counted by what is open, not by how many there are', () => {
    expect(parseJson(`[${arrays(2)},${objects(2)},${arrays(2)}]`, 3)).toHaveLength(3)
    expectThrownCode(() => parseJson(`[${arrays(2)},${arrays(3)}]`, 3), 'bound_exceeded')
  })
})

describe('what is kept', () => {
  it('special names as members like any other', () => {
    const value = parseJson('{"__proto__":{"x":1},"constructor":null,"toString":"s"}') as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString'])
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ x: 1 })
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect('x' in value).toBe(false)
  })

  it('lone surrogates, in names and values', () => {
    expect(parseJson('{"\\ud800":"\\udc00\\ud83d\\ude00\\ud83d"}')).toEqual({ '\ud800': '\udc00\u{1f600}\ud83d' })
  })

  it('line and paragraph separators, DEL and characters beyond the first plane, raw', () => {
    expect(parseJson('"\u2028\u2029\u007f\u{1f600}"')).toBe('\u2028\u2029\u007f\u{1f600}')
  })

  it('null apart from absent', () => {
    expect(Object.hasOwn(parseJson('{"a":null}') as object, 'a')).toBe(true)
  })

  it('a string of ten megabytes', () => {
    const text = 'x'.repeat(10_000_000)
    expect(parseJson(`"${text}"`)).toBe(text)
  })
})

describe('bytes', () => {
  it.each([
    ['a byte that never occurs', [0x22, 0xff, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a pair of surrogates in UTF-8', [0x22, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x22]],
    ['a code point beyond the last', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['a character that is cut off', [0x22, 0xe2, 0x82]],
    ['UTF-16', [0xff, 0xfe, 0x5b, 0x00, 0x5d, 0x00]]
  ])('that are not UTF-8 are refused: %s', (_title, bytes) => {
    const { details } = expectThrownCode(() => decodeUtf8(Uint8Array.from(bytes)), 'json_invalid')
    expect(details).toEqual({ reason: 'not_utf8', offset: 0 })
    // The next text is read as if nothing had been.
    expect(decodeUtf8(Buffer.from('"\u20ac"'))).toBe('"\u20ac"')
  })

  it('keep a byte order mark, which the reader then refuses', () => {
    expect(reasonOf(decodeUtf8(Uint8Array.from([0xef, 0xbb, 0xbf, 0x31])))).toBe('byte_order_mark')
  })
})
