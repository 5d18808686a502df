import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStderrTail } from './stderr-tail.ts'

test('keeps the last bytes of everything, in any chunking', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 45 })), (limit, texts) => {
      const tail = createStderrTail(limit)
      for (const text of texts) tail.push(Buffer.from(text))
      const whole = texts.join('')
      expect(tail.text()).toBe(whole.slice(-limit))
      expect(tail.totalBytes).toBe(whole.length)
    })
  )
})

test('a character cut at the start is left out', () => {
  const tail = createStderrTail(4)
  tail.push(Buffer.from('a€€'))
  expect(tail.text()).toBe('€')
})

test('invalid bytes are shown as such', () => {
  const tail = createStderrTail(8)
  tail.push(Uint8Array.of(0x61, 0xff, 0x62))
  expect(tail.text()).toBe('a\uFFFDb')
})
