import type { ChangedFile } from './change-set.ts'

/** Paths and lines are cut here before a pattern sees them, in UTF-16 units. */
const MAX_SUBJECT = 4_096
const compiled = new Map<string, RegExp | null>()

/** A pattern of a module, compiled once; null where it is none: the reader of modules reports that. */
function patternOf(source: string): RegExp | null {
  const known = compiled.get(source)
  if (known !== undefined) return known
  let pattern: RegExp | null = null
  try {
    pattern = new RegExp(source, 'u')
  } catch {
    pattern = null
  }
  // Modules have few patterns; what grows beyond that starts anew.
  if (compiled.size >= 1_024) compiled.clear()
  compiled.set(source, pattern)
  return pattern
}

export function matchesAny(patterns: readonly string[], path: string): boolean {
  const subject = path.slice(0, MAX_SUBJECT)
  return patterns.some(source => patternOf(source)?.test(subject) === true)
}

/** Whether a change is one of the files that patterns name. A rename counts under both paths. */
export function touches(file: ChangedFile, patterns: readonly string[]): boolean {
  return matchesAny(patterns, file.path) || (file.previousPath !== undefined && matchesAny(patterns, file.previousPath))
}

/** Whether a change updates a document: taking it away does not. */
export function updates(file: ChangedFile, patterns: readonly string[]): boolean {
  return file.kind !== 'deleted' && matchesAny(patterns, file.path)
}

/** Where a pattern first stands in a line, from 0; -1 where it does not. */
export function findInLine(source: string, line: string): number {
  return patternOf(source)?.exec(line.slice(0, MAX_SUBJECT))?.index ?? -1
}
