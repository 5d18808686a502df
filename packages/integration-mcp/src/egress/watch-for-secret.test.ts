import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needlesOf } from './secret-needles.ts'
import { watchForSecret } from './watch-for-secret.ts'

const SECRET = 'cAnary-t0ken.with+all/of~it_=='

function seesIn(text: string, cuts: readonly number[] = []): boolean {
  const bytes = Buffer.from(text)
  const watch = watchForSecret(needlesOf(SECRET))
  const bounds = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return bounds.slice(1).some((end, index) => watch.sees(bytes.subarray(bounds[index], end)))
}

const unicode = (text: string): string => [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const percent = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

const FORMS: readonly [name: string, form: string][] = [
  ['as it is', SECRET],
  ['Base64', Buffer.from(SECRET).toString('base64')],
  ['Base64 one byte later', Buffer.from(`x${SECRET}y`).toString('base64')],
  ['Base64 two bytes later', Buffer.from(`xy${SECRET}`).toString('base64')],
  ['Base64 of the whole header', Buffer.from(`authorization: Bearer ${SECRET}\r\n`).toString('base64')],
  ['Base64 for addresses', Buffer.from(`xy${SECRET}`).toString('base64url')],
  ['hexadecimal', Buffer.from(SECRET).toString('hex')],
  ['hexadecimal, upper case', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ['percent-encoded', encodeURIComponent(SECRET)],
  ['percent-encoded in lower case', encodeURIComponent(SECRET).replaceAll(/%../g, (one) => one.toLowerCase())],
  ['percent-encoded throughout', percent(SECRET)],
  ['percent-encoded throughout, upper case', percent(SECRET).replaceAll(/%../g, (one) => one.toUpperCase())],
  ['with JSON escapes', unicode(SECRET)],
  ['with some JSON escapes', SECRET.replace('/', '\\/').replace('t0ken', `t0k${unicode('en')}`)],
  ['with JSON escapes in upper case', unicode(SECRET).replaceAll(/[0-9a-f]{4}/g, (one) => one.toUpperCase())],
  ['in JSON inside JSON', JSON.stringify(`{"t":"${unicode(SECRET)}"}`)],
  ['in JSON inside JSON, escaped solidus', JSON.stringify(`{"t":"${SECRET.replace('/', '\\/')}"}`)]
]

describe.each(FORMS)('a credential that comes back %s', (_name, form) => {
  const text = `{"content":[{"type":"text","text":"before \\n ${form} after"}]}`

  test('is seen', () => {
    expect(seesIn(text)).toBe(true)
  })

  test('is seen however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), (cuts) => {
        expect(seesIn(text, cuts)).toBe(true)
      }),
      { numRuns: 100 }
    )
    expect(seesIn(text, [...text].map((_one, index) => index))).toBe(true)
  })

  test('is not seen before it is there as a whole', () => {
    const at = text.indexOf(form)
    expect(seesIn(text.slice(0, at + Math.floor(form.length / 2)))).toBe(false)
  })
})

test.each(['', '{}', 'cAnary-t0ken', '\\u', '\\uZZZZ\\', Buffer.from('cAnary').toString('base64'), unicode('cAnary-t0ken.with')])('%j holds none', (text) => {
  expect(seesIn(text)).toBe(false)
})

test('other text is never taken for it', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.nat(), { maxLength: 4 }), (text, cuts) => {
      expect(seesIn(JSON.stringify(text), cuts)).toBe(false)
    }),
    { numRuns: 500 }
  )
})
