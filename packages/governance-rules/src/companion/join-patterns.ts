/** One pattern that fits where any of some fits, so that a long choice can be read line by line. */
export function joinPatterns(patterns: readonly RegExp[], flags: '' | 'i' = ''): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), flags)
}
