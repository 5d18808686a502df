/** The last bytes of a child's standard error, in memory that does not depend on how much it writes. */
export interface StderrTail {
  push(chunk: Uint8Array): void
  /** Everything written so far, kept or not. */
  readonly totalBytes: number
  /** What was kept, as text; a character that was cut at the start is left out, invalid bytes become U+FFFD. */
  text(): string
}

/** Keeps at most `maxBytes` bytes in a ring that is made at the first byte. */
export function createStderrTail(maxBytes: number): StderrTail {
  let ring: Uint8Array | null = null
  let total = 0
  return {
    push(chunk) {
      ring ??= new Uint8Array(maxBytes)
      const kept = chunk.subarray(Math.max(0, chunk.length - maxBytes))
      const start = (total + chunk.length - kept.length) % maxBytes
      const untilEnd = kept.subarray(0, maxBytes - start)
      ring.set(untilEnd, start)
      ring.set(kept.subarray(untilEnd.length), 0)
      total += chunk.length
    },
    get totalBytes() {
      return total
    },
    text() {
      if (ring === null) return ''
      if (total <= maxBytes) return new TextDecoder().decode(ring.subarray(0, total))
      const split = total % maxBytes
      const bytes = Buffer.concat([ring.subarray(split), ring.subarray(0, split)])
      const first = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80)
      return new TextDecoder().decode(bytes.subarray(first === -1 ? 0 : Math.min(first, 3)))
    }
  }
}
