const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d

/** What comes out of a byte stream. */
export interface LineSink {
  /** One line without its `\n`, or `\r\n`. */
  line(bytes: Buffer): void
  /** One line was longer than the limit; the next begins after its end. */
  tooLong(): void
}

/** Splits a byte stream into lines of at most `limit` bytes. A longer one is skipped, not kept. */
export function createLineReader(limit: number, sink: LineSink): { push(chunk: Buffer): void } {
  let parts: Buffer[] = []
  let held = 0
  let skipping = false

  const keep = (bytes: Buffer): void => {
    if (skipping) return
    held += bytes.length
    // One byte more is fine while it may be the `\r` of a `\r\n`.
    if (held > limit + 1) {
      skipping = true
      parts = []
      return
    }
    if (bytes.length > 0) parts.push(bytes)
  }

  const take = (): void => {
    const whole = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    const isTooLong = skipping
    parts = []
    held = 0
    skipping = false
    const line = whole[whole.length - 1] === CARRIAGE_RETURN ? whole.subarray(0, -1) : whole
    if (isTooLong || line.length > limit) sink.tooLong()
    else sink.line(line)
  }

  return {
    push(chunk) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        keep(chunk.subarray(start, end))
        take()
        start = end + 1
      }
      // A copy, as the rest may outlive a large chunk.
      if (start < chunk.length) keep(start === 0 ? chunk : Buffer.from(chunk.subarray(start)))
    }
  }
}
