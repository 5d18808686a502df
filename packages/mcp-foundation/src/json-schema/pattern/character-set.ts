import { PatternError } from './pattern-error.ts'

/** A set of code points. */
export interface CharacterSet {
  has(codePoint: number): boolean
}

/** Inclusive. */
export type CodePointRange = readonly [first: number, last: number]

/** What a character class is made of: ranges, and sets such as `\w` and `\p{L}`. */
export interface ClassItems {
  readonly ranges: readonly CodePointRange[]
  readonly sets: readonly CharacterSet[]
  readonly negated: boolean
}

const ASCII = 128

/** Answers for ASCII are remembered: a property costs a search of the engine. */
export function characterSet({ ranges, sets, negated }: ClassItems): CharacterSet {
  let known: Uint8Array | null = null
  const search = (codePoint: number): boolean =>
    (ranges.some(([first, last]) => codePoint >= first && codePoint <= last) || sets.some((set) => set.has(codePoint))) !== negated
  return {
    has(codePoint) {
      if (codePoint >= ASCII) return search(codePoint)
      known ??= new Uint8Array(ASCII)
      if (known[codePoint] === 0) known[codePoint] = search(codePoint) ? 2 : 1
      return known[codePoint] === 2
    }
  }
}

export function singleCharacter(codePoint: number): CharacterSet {
  return { has: (other) => other === codePoint }
}

const ranged = (negated: boolean, ...ranges: readonly CodePointRange[]): CharacterSet => characterSet({ ranges, sets: [], negated })

const DIGITS: CodePointRange = [0x30, 0x39]
const WORD: readonly CodePointRange[] = [DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]
// WhiteSpace and LineTerminator (ECMA-262, 12.2 and 12.3).
const SPACE: readonly CodePointRange[] = [
  [0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f],
  [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff]
]

/** `\w`; also what `\b` goes by. */
export const WORD_CHARACTERS: CharacterSet = ranged(false, ...WORD)

/** `.`: all but line terminators. */
export const NO_LINE_END: CharacterSet = ranged(true, [0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029])

/** The classes of one letter (ECMA-262, CharacterClassEscape). */
export const CLASS_ESCAPES: ReadonlyMap<string, CharacterSet> = new Map([
  ['d', ranged(false, DIGITS)],
  ['D', ranged(true, DIGITS)],
  ['w', WORD_CHARACTERS],
  ['W', ranged(true, ...WORD)],
  ['s', ranged(false, ...SPACE)],
  ['S', ranged(true, ...SPACE)]
])

/**
 * `\p{…}` and `\P{…}`. The engine's own tables decide, one code point at a time, so that names and members are those of
 * ECMA-262 and there is nothing to take long.
 * @param escape `\p{…}` as written, its braces checked
 */
export function propertySet(escape: string): CharacterSet {
  try {
    const one = new RegExp(`^${escape}$`, 'u')
    return { has: (codePoint) => one.test(String.fromCodePoint(codePoint)) }
  } catch {
    throw new PatternError('unknown property')
  }
}
