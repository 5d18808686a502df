import { GovernedError } from '@b10x/ports/errors'

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
/** Chunks under this size are copied together, so that a peer that writes byte by byte costs bytes, not objects. */
const SMALL_CHUNK = 4096
const BLOCK = 64 * 1024

/** Splits a byte stream into lines. Pure: no stream, no clock, no text decoding. */
export interface LineFramer {
  /**
   * Takes the next chunk and emits every line that it completes, without its `\n` and without one `\r` before that.
   * An emitted line is valid only during the call. Unread bytes after the last newline are kept.
   * @throws GovernedError `bound_exceeded` (`maxMessageBytes`) as soon as a line is known to be longer than the limit,
   *   before that line is complete; the framer is unusable afterwards.
   */
  push(chunk: Uint8Array, emit: (line: Uint8Array) => void): void
}

/**
 * Newline-delimited messages (MCP 2026-07-28, transports, stdio), at most `maxLineBytes` bytes each.
 * Only new bytes are scanned and a line is joined once, so a line of n bytes costs time linear in n however it arrives.
 */
export function createLineFramer(maxLineBytes: number): LineFramer {
  let parts: Uint8Array[] = []
  let held = 0
  let lastByte = 0
  let block = new Uint8Array(0)
  let blockUsed = 0

  const keep = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return
    held += bytes.length
    lastByte = bytes[bytes.length - 1] ?? 0
    if (bytes.length >= SMALL_CHUNK) {
      parts.push(bytes)
      return
    }
    if (blockUsed + bytes.length > block.length) {
      block = new Uint8Array(BLOCK)
      blockUsed = 0
    }
    block.set(bytes, blockUsed)
    const last = parts[parts.length - 1]
    const grows = last !== undefined && last.buffer === block.buffer
    const start = grows ? last.byteOffset : blockUsed
    blockUsed += bytes.length
    const joined = block.subarray(start, blockUsed)
    if (grows) parts[parts.length - 1] = joined
    else parts.push(joined)
  }

  const take = (end: Uint8Array): Uint8Array => {
    if (held === 0) return end
    keep(end)
    const [only] = parts
    const line = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts, held)
    parts = []
    held = 0
    block = new Uint8Array(0)
    blockUsed = 0
    return line
  }

  /** One byte over the limit is still fine while it may be the `\r` of a `\r\n`. */
  const check = (length: number, last: number): void => {
    if (length <= maxLineBytes || (length === maxLineBytes + 1 && last === CARRIAGE_RETURN)) return
    throw new GovernedError('bound_exceeded', { bound: 'maxMessageBytes', limit: maxLineBytes, seen: length })
  }

  return {
    push(chunk, emit) {
      let start = 0
      for (;;) {
        const end = chunk.indexOf(NEWLINE, start)
        const rest = chunk.subarray(start, end === -1 ? chunk.length : end)
        check(held + rest.length, rest.length > 0 ? (rest[rest.length - 1] ?? 0) : lastByte)
        if (end === -1) {
          keep(rest)
          return
        }
        const line = take(rest)
        emit(line[line.length - 1] === CARRIAGE_RETURN ? line.subarray(0, -1) : line)
        start = end + 1
      }
    }
  }
}
