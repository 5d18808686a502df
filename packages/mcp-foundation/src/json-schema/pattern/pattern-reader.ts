/** A position in a pattern. */
export interface PatternReader {
  atEnd(): boolean
  /** The character that comes next, or nothing. */
  next(): string
  at(text: string): boolean
  /** Moves over the text where it comes next. */
  take(text: string): boolean
  /** Moves over what a sticky expression of ours finds, and gives it. */
  takeMatch(expression: RegExp): string | null
  /** Moves over one code point. Not at the end. */
  takeCodePoint(): number
}

export function createPatternReader(source: string): PatternReader {
  let position = 0
  return {
    atEnd: () => position >= source.length,
    next: () => source.charAt(position),
    at: (text) => source.startsWith(text, position),
    take(text) {
      if (!source.startsWith(text, position)) return false
      position += text.length
      return true
    },
    takeMatch(expression) {
      expression.lastIndex = position
      const [match] = expression.exec(source) ?? []
      if (match === undefined) return null
      position += match.length
      return match
    },
    takeCodePoint() {
      const codePoint = source.codePointAt(position) as number
      position += codePoint > 0xffff ? 2 : 1
      return codePoint
    }
  }
}
