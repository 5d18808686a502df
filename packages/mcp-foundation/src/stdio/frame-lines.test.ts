import { hasCode } from '@b10x/ports/errors'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { createLineFramer } from './frame-lines.ts'

interface Framed {
  readonly lines: readonly string[]
  readonly refused: boolean
}

function frame(chunks: readonly Uint8Array[], limit: number): Framed {
  const lines: string[] = []
  const framer = createLineFramer(limit)
  try {
    for (const chunk of chunks) framer.push(chunk, (line) => lines.push(Buffer.from(line).toString('latin1')))
    return { lines, refused: false }
  } catch (error) {
    if (!hasCode(error, 'bound_exceeded')) throw error
    expect(error.details).toMatchObject({ bound: 'maxMessageBytes', limit })
    expect(error.details.seen).toBeGreaterThan(limit)
    return { lines, refused: true }
  }
}

/** The obvious way, on the whole input. */
function model(bytes: Uint8Array, limit: number): Framed {
  const pieces = Buffer.from(bytes).toString('latin1').split('\n')
  const lines: string[] = []
  for (const [index, piece] of pieces.entries()) {
    const line = piece.endsWith('\r') ? piece.slice(0, -1) : piece
    if (line.length > limit) return { lines, refused: true }
    if (index < pieces.length - 1) lines.push(line)
  }
  return { lines, refused: false }
}

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const ends = [...at.map((part) => Math.min(part, bytes.length)).sort((a, b) => a - b), bytes.length]
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

const input = fc
  .array(fc.constantFrom('\n', '\r', '\r\n', 'a', 'é', '\0', '{}', 'x'.repeat(9), '\\n'), { maxLength: 40 })
  .map((words) => Buffer.from(words.join('')))

afterEach(() => vi.restoreAllMocks())

test('any chunking gives the lines of the whole', () => {
  fc.assert(
    fc.property(input, fc.array(fc.nat(120), { maxLength: 12 }), fc.integer({ min: 1, max: 30 }), (bytes, at, limit) => {
      expect(frame(cut(bytes, at), limit)).toEqual(model(bytes, limit))
    }),
    { numRuns: 1000 }
  )
})

test('byte by byte gives the lines of the whole', () => {
  fc.assert(
    fc.property(input, fc.integer({ min: 1, max: 30 }), (bytes, limit) => {
      const bytewise = Array.from(bytes, (byte) => Uint8Array.of(byte))
      expect(frame(bytewise, limit)).toEqual(model(bytes, limit))
    })
  )
})

test('small and large chunks mixed are put together in order', () => {
  const sizes = fc.array(fc.constantFrom(1, 100, 4095, 4096, 5000, 70_000), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(sizes, (lengths) => {
      const chunks = lengths.map((length, index) => Buffer.alloc(length, 97 + (index % 26)))
      const whole = Buffer.concat(chunks).toString('latin1')
      expect(frame([...chunks, Buffer.from('\nr')], whole.length)).toEqual({ lines: [whole], refused: false })
    }),
    { numRuns: 50 }
  )
})

test('a line of 8 MiB in 64 KiB chunks is joined once and every byte is searched once', () => {
  const concat = vi.spyOn(Buffer, 'concat')
  let searched = 0
  const chunks = Array.from({ length: 128 }, () => {
    const chunk = new Uint8Array(64 * 1024).fill(0x61)
    chunk.indexOf = (value: number, from = 0) => {
      searched += chunk.length - from
      return Uint8Array.prototype.indexOf.call(chunk, value, from)
    }
    return chunk
  })
  const framer = createLineFramer(16 * 1024 * 1024)
  const lengths: number[] = []
  for (const chunk of [...chunks, Buffer.from('\n')]) framer.push(chunk, (line) => lengths.push(line.length))
  expect(lengths).toEqual([8 * 1024 * 1024])
  expect(concat).toHaveBeenCalledTimes(1)
  expect(searched).toBe(8 * 1024 * 1024)
})

test('a line of 1 MiB that comes byte by byte is kept in few pieces', () => {
  const concat = vi.spyOn(Buffer, 'concat')
  const framer = createLineFramer(2 * 1024 * 1024)
  const lengths: number[] = []
  for (let index = 0; index < 1024 * 1024; index += 1) framer.push(Uint8Array.of(0x61), () => {})
  framer.push(Buffer.from('\n'), (line) => lengths.push(line.length))
  expect(lengths).toEqual([1024 * 1024])
  expect(concat.mock.calls[0]?.[0].length).toBeLessThanOrEqual(17)
})

test('a line over the limit is refused before it ends, with what was seen so far', () => {
  const framer = createLineFramer(10)
  framer.push(Buffer.from('0123456'), () => {})
  expect(() => framer.push(Buffer.from('789ab'), () => {})).toThrow(
    expect.objectContaining({ code: 'bound_exceeded', details: { bound: 'maxMessageBytes', limit: 10, seen: 12 } })
  )
})
