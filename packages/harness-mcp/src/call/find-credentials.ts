import type { JsonValue } from '@b10x/mcp-foundation'

/** Shorter values would be found by chance. In UTF-16 units. */
const MIN_LENGTH = 8

/** What to look for, per list of credentials: the list stays the same until a credential is added. */
const known = new WeakMap<readonly string[], readonly string[]>()

/**
 * Whether a result holds a credential: as it is, in Base64 (also inside a longer encoded text, and in its form for
 * addresses), or percent-encoded. A credential that is split, encrypted or encoded otherwise is not found.
 * @param resultText the JSON text of `result`, for a fast look: where it has no escapes, it holds every string as it is
 */
export function holdsCredential(result: JsonValue, resultText: string, credentials: readonly string[]): boolean {
  if (credentials.length === 0) return false
  let needles = known.get(credentials)
  if (needles === undefined) known.set(credentials, (needles = needlesOf(credentials)))
  return holdsAny(resultText, needles) || (resultText.includes('\\') && someString(result, needles))
}

function holdsAny(text: string, needles: readonly string[]): boolean {
  for (const needle of needles) if (text.includes(needle)) return true
  return false
}

function someString(value: JsonValue, needles: readonly string[]): boolean {
  if (typeof value === 'string') return holdsAny(value, needles)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((item: JsonValue) => someString(item, needles))
  return Object.entries(value).some(([name, member]: [string, JsonValue]) => holdsAny(name, needles) || someString(member, needles))
}

function needlesOf(credentials: readonly string[]): readonly string[] {
  const needles = new Set<string>()
  for (const credential of credentials) {
    if (credential.length < MIN_LENGTH) continue
    const encoded = encodeURIComponent(credential.toWellFormed())
    const forms = [credential, encoded, encoded.replaceAll(/%../g, (escape) => escape.toLowerCase()), ...base64Forms(credential)]
    for (const form of forms) if (form.length >= MIN_LENGTH) needles.add(form)
  }
  return [...needles]
}

/** Base64 turns three bytes into four characters, so a text has three forms: by its distance to such a group. */
function base64Forms(credential: string): readonly string[] {
  const bytes = Buffer.from(credential)
  const forms = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Characters that hold bits of a neighbour differ with the neighbour.
    const from = before === 0 ? 0 : before + 1
    const left = (before + bytes.length) % 3
    return encoded.slice(from, left === 0 ? undefined : encoded.length - (left === 1 ? 3 : 2))
  })
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}
