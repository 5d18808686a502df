/** Whether a name fits. */
export type NameMatcher = (name: string) => boolean

/**
 * A name, or a pattern in which each `*` stands for any characters, also none. Nothing else is special. It takes time
 * linear in the name for each piece between stars: there is nothing to go back to.
 */
export function compileGlob(pattern: string): NameMatcher {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return (name) => name === pattern
  const pieces = rest.filter((piece) => piece !== '')
  return (name) => {
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false
    const end = name.length - last.length
    let from = first.length
    for (const piece of pieces) {
      const at = name.indexOf(piece, from)
      if (at === -1 || at + piece.length > end) return false
      from = at + piece.length
    }
    return true
  }
}

/** True for a name that fits at least one pattern. */
export function compileGlobs(patterns: readonly string[]): NameMatcher {
  const matchers = patterns.map(compileGlob)
  return (name) => matchers.some((matches) => matches(name))
}
