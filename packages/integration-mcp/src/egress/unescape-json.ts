const BACKSLASH = 0x5c
const LETTER_U = 0x75
/** Stands for whatever is not ASCII: a bearer is. */
const OTHER = 0xff
const SIMPLE: ReadonlyMap<number, number> = new Map([['b', '\b'], ['f', '\f'], ['n', '\n'], ['r', '\r'], ['t', '\t']].map(([letter = '', is = '']) => [letter.charCodeAt(0), is.charCodeAt(0)]))

/** Undoes the escapes of JSON strings in bytes that come in pieces. One that is split over two pieces is undone. */
export interface JsonUnescaper {
  /** What the piece says without its escapes; what is no escape stands for itself. */
  feed(piece: Buffer): Buffer
}

export function createJsonUnescaper(): JsonUnescaper {
  let rest: Buffer = Buffer.alloc(0)

  return {
    feed(piece) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
      const written = Buffer.allocUnsafe(bytes.length)
      let length = 0
      let from = 0
      for (;;) {
        const at = bytes.indexOf(BACKSLASH, from)
        const end = at === -1 ? bytes.length : at
        length += bytes.copy(written, length, from, end)
        const used = at === -1 ? 0 : escapeLength(bytes, at)
        if (used === 0) {
          rest = bytes.subarray(end)
          return written.subarray(0, length)
        }
        written[length] = escaped(bytes, at, used)
        length += 1
        from = at + used
      }
    }
  }
}

/** 0 where the piece ends inside the escape. */
function escapeLength(bytes: Buffer, at: number): number {
  if (at + 1 >= bytes.length) return 0
  if (bytes[at + 1] !== LETTER_U) return 2
  return at + 6 > bytes.length ? 0 : 6
}

function escaped(bytes: Buffer, at: number, used: number): number {
  const letter = bytes[at + 1] ?? 0
  if (used === 2) return SIMPLE.get(letter) ?? letter
  const code = Number.parseInt(bytes.toString('latin1', at + 2, at + 6), 16)
  return code < 0x80 ? code : OTHER
}
