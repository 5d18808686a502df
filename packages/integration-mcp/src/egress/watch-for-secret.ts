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

/** @param needles from `needlesOf`: ASCII. Nothing else of the credential is kept, and they live as long as the watch */
export function watchForSecret(needles: readonly string[]): SecretWatch {
  return createLevel(needles, Math.max(...needles.map(({ length }) => length)) - 1, LEVELS)
}

function createLevel(needles: readonly string[], overlap: number, below: number): SecretWatch {
  /** The end of what was seen, as Latin-1: a byte is a character. */
  let tail = ''
  let unescaper: JsonUnescaper | null = null
  let deeper: SecretWatch | null = null

  return {
    sees(chunk) {
      const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      const text = tail + piece.toString('latin1')
      if (needles.some((needle) => text.includes(needle))) return true
      if (below > 0 && (deeper !== null || piece.includes(BACKSLASH))) {
        if (unescaper === null || deeper === null) {
          unescaper = createJsonUnescaper()
          deeper = createLevel(needles, overlap, below - 1)
          // The credential may have begun before its first escape.
          deeper.sees(Buffer.from(tail, 'latin1'))
        }
        if (deeper.sees(unescaper.feed(piece))) return true
      }
      tail = text.length > overlap ? text.slice(-overlap) : text
      return false
    }
  }
}
