import { invalidOption } from './invalid-option.ts'
import { compileGlobs } from './match-globs.ts'

/** Which of the listed tools are wanted. Patterns are exact names or `*` globs over the names that the server gives. */
export interface ToolSelection {
  /** Absent: all. Empty: none. */
  readonly allowTools?: readonly string[] | undefined
  /** Wins over `allowTools`. */
  readonly denyTools?: readonly string[] | undefined
}

export type Selector = (remoteName: string) => 'selected' | 'denied' | 'not_allowed'

/** @throws GovernedError `option_invalid` for what is no list of non-empty patterns */
export function compileSelection({ allowTools, denyTools }: ToolSelection): Selector {
  checkPatterns('allowTools', allowTools)
  checkPatterns('denyTools', denyTools)
  const denied = compileGlobs(denyTools ?? [])
  const allowed = compileGlobs(allowTools ?? ['*'])
  return (remoteName) => {
    if (denied(remoteName)) return 'denied'
    return allowed(remoteName) ? 'selected' : 'not_allowed'
  }
}

function checkPatterns(option: string, patterns: unknown): void {
  if (patterns === undefined) return
  if (!Array.isArray(patterns)) throw invalidOption(option, 'it is no list of names and globs')
  if (!patterns.every((pattern) => typeof pattern === 'string' && pattern !== '')) {
    throw invalidOption(option, 'a pattern is no text, or empty')
  }
}
