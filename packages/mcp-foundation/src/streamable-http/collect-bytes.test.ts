import { array, assert, integer, property, uint8Array } from 'fast-check'
import { expect, it } from 'vitest'
import { createByteCollector } from './collect-bytes.ts'

it('gives back the bytes, however they were cut', () => {
  assert(
    property(array(uint8Array({ maxLength: 6000 }), { maxLength: 8 }), integer({ min: 0, max: 9000 }), (chunks, expected) => {
      const collector = createByteCollector(expected)
      for (const chunk of chunks) collector.add(chunk)
      const whole = Buffer.concat(chunks)
      expect(collector.size()).toBe(whole.length)
      expect(Buffer.compare(collector.take(), whole)).toBe(0)
      expect(collector.size()).toBe(0)
    })
  )
})

it('does not copy a single chunk', () => {
  const chunk = new Uint8Array([1, 2, 3])
  const collector = createByteCollector(0)
  collector.add(chunk)
  expect(collector.take().buffer).toBe(chunk.buffer)
})

it('does not write into a chunk that it was given', () => {
  const chunk = new Uint8Array(8).subarray(0, 2)
  const collector = createByteCollector(0)
  collector.add(chunk)
  collector.add(new Uint8Array([9]))
  expect([...new Uint8Array(chunk.buffer)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})
