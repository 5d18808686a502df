/**
 * The bytes that a credential would come back as: as it is, percent-encoded (what has to be, or everything), in
 * hexadecimal, and in Base64 (also inside a longer encoded text, and in its form for addresses). JSON escapes are undone
 * before these are looked for. A credential that is split, encrypted or encoded otherwise is not found.
 * @param secret at least 8 characters
 */
export function needlesOf(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const all = hex.toUpperCase().replaceAll(/../g, '%$&')
  const encoded = encodeURIComponent(secret.toWellFormed())
  const forms = new Set([secret, hex, hex.toUpperCase(), all, all.toLowerCase(), encoded, lowerEscapes(encoded), ...base64Forms(bytes)])
  return [...forms].map((form) => Buffer.from(form))
}

function lowerEscapes(encoded: string): string {
  return encoded.includes('%') ? encoded.replaceAll(/%../g, (escape) => escape.toLowerCase()) : encoded
}

/** Base64 turns three bytes into four characters, so a text has three forms: by its distance to such a group. */
function base64Forms(bytes: Buffer): readonly string[] {
  const forms = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Characters that hold bits of a neighbour differ with the neighbour.
    const from = before === 0 ? 0 : before + 1
    const left = (before + bytes.length) % 3
    return encoded.slice(from, left === 0 ? undefined : encoded.length - (left === 1 ? 3 : 2))
  })
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}
