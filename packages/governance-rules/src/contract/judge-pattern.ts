const MAX_PATTERN = 512
/** Each may multiply the work by the length of a line, which is cut. */
const MAX_REPEATS = 6

/**
 * Whether a pattern of a module can be used: a regular expression of at most 512 UTF-16 units without back-references and
 * look-around, without a repeated group that itself repeats or chooses, and with at most six unbounded repeats. So none of
 * them takes exponential time; paths and lines are cut to 4 096 units besides.
 */
export function isUsablePattern(source: string): boolean {
  if (source === '' || source.length > MAX_PATTERN) return false
  try {
    new RegExp(source, 'u')
  } catch {
    return false
  }
  // What is escaped or in a class neither groups nor repeats.
  if (/\\[1-9k]/.test(source.replaceAll('\\\\', ''))) return false
  const bare = source.replaceAll(/\\./gu, 'x').replaceAll(/\[(?:\\.|[^\]])*\]/gu, 'x')
  if (/\(\?(?:[=!]|<[=!])/.test(bare)) return false
  if ((bare.match(/[*+]|\{\d+,\}/g) ?? []).length > MAX_REPEATS) return false
  return !hasRepeatedChoice(bare)
}

function hasRepeatedChoice(bare: string): boolean {
  const groups: { repeats: boolean }[] = []
  for (let index = 0; index < bare.length; index += 1) {
    const inner = groups.at(-1)
    if (bare[index] === '(') groups.push({ repeats: false })
    else if (bare[index] === ')') {
      groups.pop()
      const repeated = /^(?:[*+]|\{\d+,\}|\{\d*[2-9]\d*,?\d*\})/.test(bare.slice(index + 1, index + 12))
      if (repeated && inner?.repeats === true) return true
      const outer = groups.at(-1)
      if (outer !== undefined && (repeated || inner?.repeats === true)) outer.repeats = true
    } else if (inner !== undefined && /[*+{|]/.test(bare[index] ?? '')) inner.repeats = true
  }
  return false
}
