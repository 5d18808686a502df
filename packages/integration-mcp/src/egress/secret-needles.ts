/**
 * The texts that a credential would come back as: as it is, percent-encoded (what has to be, or everything), in
 * hexadecimal, and in Base64 (also inside a longer encoded text, and in its form for addresses). JSON escapes are undone
 * before these are looked for. A credential that is split, encrypted or encoded otherwise is not found.
 * @param secret ASCII, at least 8 characters
 */
export function needlesOf(secret: string): readonly string[] {
  // Two bytes before it: each of the three ways in which a longer text can be cut into groups of three.
  const bytes = Buffer.from(`\0\0${secret}`, 'latin1')
  const hex = bytes.toString('hex', 2)
  const upper = hex.toUpperCase()
  const needles = [secret, hex, upper, percentEncoded(hex), percentEncoded(upper)]
  for (const before of [0, 1, 2]) needles.push(...base64Form(bytes.subarray(2 - before), before))
  const encoded = encodeURIComponent(secret)
  if (encoded !== secret) needles.push(encoded, encoded.replaceAll(/%../g, (escape) => escape.toLowerCase()))
  return needles
}

function percentEncoded(hex: string): string {
  let encoded = ''
  for (let at = 0; at < hex.length; at += 2) encoded += `%${hex.slice(at, at + 2)}`
  return encoded
}

/** Characters that hold bits of a neighbour differ with the neighbour: they are left out. */
function base64Form(bytes: Buffer, before: number): readonly string[] {
  const encoded = bytes.toString('base64')
  const left = bytes.length % 3
  const form = encoded.slice(before === 0 ? 0 : before + 1, left === 0 ? undefined : encoded.length - (left === 1 ? 3 : 2))
  return /[+/]/.test(form) ? [form, form.replaceAll('+', '-').replaceAll('/', '_')] : [form]
}
