import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strings, wellFormedStrings } from '../__fixtures__/json-arbitraries.ts'
import { encodeHeaderValue } from './encode-header-value.ts'

/** What a server does with the header (MCP 2026-07-28, Streamable HTTP, value encoding). */
function decode(header: string): string {
  if (!header.startsWith('=?base64?') || !header.endsWith('?=')) return header
  return Buffer.from(header.slice('=?base64?'.length, -'?='.length), 'base64').toString()
}

it.each(['echo', 'get-weather', 'a.b_c', 'two words', 'a\tb', '~!@#$%^&*()', '', '=?BASE64?eA==?=', '=?base64?x', 'x?=', 'base64'])(
  '%j goes as it is',
  (value) => expect(encodeHeaderValue(value)).toBe(value)
)

it.each([
  ['Hello, \u4e16\u754c', '=?base64?SGVsbG8sIOS4lueVjA==?='],
  [' padded ', '=?base64?IHBhZGRlZCA=?='],
  ['trailing\t', '=?base64?dHJhaWxpbmcJ?='],
  ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
  ['a\r\nx-injected: 1', '=?base64?YQ0KeC1pbmplY3RlZDogMQ==?='],
  ['\u0000', '=?base64?AA==?='],
  ['\u007f', '=?base64?fw==?='],
  ['\u00e9', '=?base64?w6k=?='],
  ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
  ['=?base64??=', '=?base64?PT9iYXNlNjQ/Pz0=?='],
  // Both ends share the question mark: a reader that looks at the ends would take it for an encoded value.
  ['=?base64?=', '=?base64?PT9iYXNlNjQ/PQ==?=']
])('%j is encoded', (value, header) => expect(encodeHeaderValue(value)).toBe(header))

describe('whatever the value', () => {
  it('the header can be sent', () => {
    fc.assert(
      fc.property(strings, (value) => {
        const header = encodeHeaderValue(value)
        expect(header).toMatch(/^[\x20-\x7e\t]*$/)
        expect(header).toBe(header.trim())
      }),
      { numRuns: 1_000 }
    )
  })

  it('the header says the value and no other', () => {
    const near = fc.tuple(fc.constantFrom('', '=?base64?'), fc.string({ maxLength: 4 }), fc.constantFrom('', '?=', '=', '?')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(wellFormedStrings, near), (value) => {
        expect(decode(encodeHeaderValue(value))).toBe(value)
      }),
      { numRuns: 2_000 }
    )
  })
})
