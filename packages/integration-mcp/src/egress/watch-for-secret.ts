import { createJsonUnescaper } from './unescape-json.ts'
import type { JsonUnescaper } from './unescape-json.ts'

/** Text in JSON holds JSON as often as not: escapes are undone twice. */
const LEVELS = 2
const BACKSLASH = 0x5c

/** Looks for a credential in bytes that come in pieces. */
export interface SecretWatch {
  /** True when the pieces so far hold it: asked before a piece is handed on. */
  sees(chunk: Uint8Array): boolean
}

/** @param needles from `needlesOf`; nothing else of the credential is kept, and they live as long as the watch */
export function watchForSecret(needles: readonly Buffer[]): SecretWatch {
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1
  return createLevel(needles, overlap, LEVELS)
}

function createLevel(needles: readonly Buffer[], overlap: number, below: number): SecretWatch {
  let tail: Buffer = Buffer.alloc(0)
  let unescaper: JsonUnescaper | null = null
  let deeper: SecretWatch | null = null

  return {
    sees(chunk) {
      const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const joined = tail.length === 0 ? piece : Buffer.concat([tail, piece])
      if (needles.some((needle) => joined.includes(needle))) return true
      if (below > 0 && (deeper !== null || piece.includes(BACKSLASH))) {
        if (unescaper === null || deeper === null) {
          unescaper = createJsonUnescaper()
          deeper = createLevel(needles, overlap, below - 1)
          // The credential may have begun before its first escape.
          deeper.sees(tail)
        }
        if (deeper.sees(unescaper.feed(piece))) return true
      }
      tail = joined.subarray(Math.max(0, joined.length - overlap))
      return false
    }
  }
}
