/** Whether a text says that something is left out, and with which reason. `not used` is a position of its own. */
export function readScope(text: string): { readonly out: boolean; readonly reason: string } {
  const match = /\b(?:out[ -]of[ -]scope|not applicable|n\/a)\b(?:\s+(?:for|in)\s+(?:now|v?\d[\w.]*|this (?:version|release)))?/i.exec(
    text.slice(0, 8_192)
  )
  if (match === null) return { out: false, reason: '' }
  const after = text.slice(match.index + match[0].length).replace(/^[\s:;,.(–—-]+/, '')
  return { out: true, reason: after.replace(/^(?:because|since|as|reason:?)\s+/i, '').trim() }
}
