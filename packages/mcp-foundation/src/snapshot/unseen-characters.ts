// Characters that a reviewer does not see, or that act on what is seen: one definition for findings and for files.

// Tab, line feed and a carriage return before a line feed are layout; every other C0, DEL and C1 acts on a terminal.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
export const CONTROL: RegExp = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/u
export const BIDIRECTIONAL: RegExp = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Default ignorable, format, annotation and blank-looking characters (Unicode; bidirectional ones are apart). */
export const INVISIBLE: RegExp = /[\p{Default_Ignorable_Code_Point}\p{Cf}\ufff9-\ufffb\u2800]/u

/** What JSON lets stand in a string and a screen does not show: DEL, C1, line separators, and the two classes above. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** JSON text in which every such character is written as `\uXXXX`: the same value, and visible in a pull request. */
export function escapeUnseen(jsonText: string): string {
  return jsonText.replaceAll(UNSEEN, (character) => {
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })
}
