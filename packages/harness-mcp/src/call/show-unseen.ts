/**
 * How a character is written so that it is seen: `text` as `\u{202e}`, for reading; `json` as `\u202e`, which inside a
 * JSON string is still the same value.
 */
export type EscapeStyle = 'text' | 'json'

/** Emoji with what they are made of: variation selectors, skin tones, joiners between them. These are seen. */
const EMOJI =
  String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?[\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)*|[0-9#*]\ufe0f\u20e3`

const STARTS_EMOJI = /^[\p{Extended_Pictographic}0-9#*]/u

/**
 * What a person does not see, or what acts on what is seen: controls but for tab, line feed and a carriage return before
 * a line feed, default ignorable, format, bidirectional and annotation characters, separators of lines, blanks that are
 * no spaces, halves of surrogate pairs.
 */
const UNSEEN = String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb\ud800-\udfff\p{Default_Ignorable_Code_Point}\p{Cf}]|\r(?!\n)`

const ANY_UNSEEN = new RegExp(UNSEEN, 'u')
// Without groups, which cost four times as much where nearly all of a long text has to be written out.
const UNSEEN_OR_EMOJI = new RegExp(`${UNSEEN}|${EMOJI}`, 'gu')
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu')

/** Text in which everything that is not seen is written out. Emoji stay as they are. */
export function showUnseen(text: string, style: EscapeStyle): string {
  if (!ANY_UNSEEN.test(text)) return text
  return text.replaceAll(UNSEEN_OR_EMOJI, (found) => (STARTS_EMOJI.test(found) ? found : escapeCharacter(found, style)))
}

/** The same with the parts of emoji written out, too: for a person who decides by what the text says. */
export function showAllUnseen(text: string, style: EscapeStyle): string {
  return text.replaceAll(EVERY_UNSEEN, (character) => escapeCharacter(character, style))
}

export function escapeCharacter(character: string, style: EscapeStyle): string {
  if (style === 'text') return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  let escaped = ''
  for (let index = 0; index < character.length; index += 1) escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  return escaped
}
