/**
 * Makes everything a server wrote safe and honest to look at: what a terminal would obey or a reader would not see is
 * written as `\u{…}` (code point in lower-case hexadecimal).
 *
 * The class is: all of `\p{C}` (control with ANSI, OSC and C1; format with bidi controls, tags and interlinear
 * annotation; surrogates without a partner; private use; unassigned), all of `\p{Z}` but the plain space, every
 * default-ignorable code point (variation selectors, Hangul fillers, invisible operators: `\p{Cf}` alone misses them),
 * and the two assigned symbols that draw nothing (Unicode 16, UAX #44 and UTS #39).
 */
const HIDDEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu

/** A backslash that would make text of the server look like an escape of ours. */
const LOOK_ALIKE = /\\(?=u\{)/g

const escapeCodePoint = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

const escapeUnits = (character: string): string => {
  let escaped = ''
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }
  return escaped
}

/** One line: line breaks and tabs are escaped like everything else. */
export function escapeText(text: string): string {
  return text.replace(LOOK_ALIKE, '\\u{5c}').replace(HIDDEN, escapeCodePoint)
}

/** Several lines: LF and CRLF break lines, tabs stay, a lone CR is escaped because it overwrites. */
export function escapeLines(text: string): readonly string[] {
  return text.split(/\r\n|\n/).map((line) => line.split('\t').map(escapeText).join('\t'))
}

/** A string in double quotes for people: JSON's short escapes where it has them, `\u{…}` for the rest. */
export function quoteText(text: string): string {
  const short = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return `"${short.replace(HIDDEN, escapeCodePoint)}"`
}

/**
 * The same JSON document with hidden characters spelled as JSON's `\uXXXX` (RFC 8259, 7): the value does not change.
 * White space between tokens stays.
 */
export function escapeJsonText(json: string): string {
  return json.replace(HIDDEN, (character) => (/[\t\n\r]/.test(character) ? character : escapeUnits(character)))
}
