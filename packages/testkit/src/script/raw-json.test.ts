import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkBytes, chunkSlabs, cutSlabs, fill, rawBytes } from './raw-json.ts'

const join = (slabs: Iterable<Uint8Array>): Buffer => Buffer.concat([...slabs])
const asIs = (text: string): string => text

test('slabs of a filled chunk are the repeated text, whatever its length', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 50, unit: 'binary' }), fc.nat(5_000), (text, times) => {
      const slabs = [...chunkSlabs(fill(text, times), asIs)]
      expect(join(slabs)).toEqual(Buffer.from(text.repeat(times)))
      expect(chunkBytes(fill(text, times))).toBe(join(slabs).length)
      expect(Math.max(0, ...slabs.map((slab) => slab.length))).toBeLessThanOrEqual(65_536)
    }),
    { numRuns: 50 }
  )
})

test('pieces are the same bytes, none longer than asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), fc.integer({ min: 1, max: 7 }), (slabs, bytes) => {
      const pieces = [...cutSlabs(slabs, bytes)]
      expect(join(pieces)).toEqual(join(slabs))
      expect(pieces.every((piece) => piece.length >= 1 && piece.length <= bytes)).toBe(true)
    })
  )
})

test('bytes stay bytes and only text is rendered', () => {
  expect(join(chunkSlabs(rawBytes(0xff, 0x00), () => 'no'))).toEqual(Buffer.from([0xff, 0x00]))
  expect(join(chunkSlabs('a', () => 'b')).toString('utf8')).toBe('b')
})
