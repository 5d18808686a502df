import type { Random } from './random.ts'

const CARRIAGE_RETURN = 0x0d

/** The same bytes in pieces: whole, at a few places, or one by one. */
export function cutChunks(bytes: Buffer, random: Random): readonly Buffer[] {
  if (bytes.length < 2 || random.chance(0.4)) return [bytes]
  if (bytes.length < 300 && random.chance(0.1)) return Array.from(bytes, (_, at) => copyOf(bytes, at, at + 1))
  const anywhere = Array.from({ length: 1 + random.int(4) }, () => random.int(bytes.length + 1))
  // Between a carriage return and its line feed, the cut that readers of lines get wrong.
  const cuts = [...anywhere, ...(random.chance(0.5) ? [bytes.indexOf(CARRIAGE_RETURN, random.int(bytes.length)) + 1] : [])].toSorted((a, b) => a - b)
  return [0, ...cuts].map((from, index) => copyOf(bytes, from, cuts[index] ?? bytes.length))
}

/** A chunk of its own, so that nobody can read what comes later. */
function copyOf(bytes: Buffer, from: number, to: number): Buffer {
  return Buffer.from(bytes.subarray(from, to))
}
