/** Joins chunks. One chunk is handed out as it came; more are copied into one buffer. */
export interface ByteCollector {
  /** How many bytes there are. A method, like its neighbours: an accessor in a literal costs a microsecond per object. */
  size(): number
  add(chunk: Uint8Array): void
  /** All bytes so far; the collector is empty afterwards. */
  take(): Uint8Array
}

const NOTHING = new Uint8Array(0)
const FIRST_CAPACITY = 4096

/**
 * Memory follows the bytes, not the number of chunks: a peer that sends single bytes costs no objects.
 * @param expected how many bytes are announced, at most the bound on them; 0 when that is unknown
 */
export function createByteCollector(expected: number): ByteCollector {
  let held: Uint8Array = NOTHING
  let length = 0

  const reserve = (needed: number): void => {
    if (needed <= held.length) return
    const grown = new Uint8Array(Math.max(needed, held.length * 2, expected, FIRST_CAPACITY))
    grown.set(held.subarray(0, length))
    held = grown
  }

  return {
    size: () => length,
    add(chunk) {
      if (length === 0) {
        // Not ours to write into; it is full, so the next one moves it.
        held = chunk
      } else {
        reserve(length + chunk.length)
        held.set(chunk, length)
      }
      length += chunk.length
    },
    take() {
      const bytes = held.subarray(0, length)
      held = NOTHING
      length = 0
      return bytes
    }
  }
}
