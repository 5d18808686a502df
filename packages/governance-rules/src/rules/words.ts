import { joinPatterns } from '../companion/join-patterns.ts'

/** The words of a name, in lower case: `getDeletePolicy`, `get-delete.policy` and `GET_DELETE_POLICY` have the same three. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .slice(0, 1_024)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .map(word => word.toLowerCase())
}

/** A sentence as it is compared with others: its words alone, in lower case. */
export function normalizeSentence(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .join(' ')
}

/** Words that fill a field without saying anything. */
const FILLERS = joinPatterns([
  /^(?:default(?:ed| tier| value)?|placeholder|standard|normal|later|pending|not yet|ok|yes|no)$/,
  /^(?:to ?do|tbd|tba|fix ?me|n a|na|none|nil|unknown|xxx+|test|foo|bar|lorem ipsum.*)$/,
  /^(?:same|same as above|as above|see above)$/
])
const STOCK = new Set(
  (
    'a an and the this it its is tool tools tier level by default only just so because of for our we ' +
    'read write writes reads local analysis workspace mutation shared state environment altering remote production safe medium low high risk'
  ).split(' ')
)

/** Whether a text is nothing but a filler (`TBD`, `n/a`, `default`). */
export function isFiller(text: string): boolean {
  const plain = normalizeSentence(text)
  return plain === '' || FILLERS.test(plain)
}

/** Whether a reason gives none: a filler, fewer than three words, or only the words of the scale itself. */
export function isHollowReason(text: string): boolean {
  const plain = normalizeSentence(text)
  const words = plain.split(' ')
  return isFiller(text) || words.length < 3 || words.every(word => STOCK.has(word) || /^\d+$/.test(word))
}
