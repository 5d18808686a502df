import { GovernedError } from '@b10x/ports/errors'

export interface Variables {
  /** Replaces every `${…}` of one string. A missing one is remembered and left as it is. */
  expand(text: string): string
  /**
   * Refuses when anything was missing, all names at once.
   * @throws GovernedError `variable_missing`
   */
  requireAll(): void
}

const REFERENCE = /\$\{([^{}]*)\}/g
const ANY_REFERENCE = /\$(?:\{([^{}]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

export interface VariableRules {
  /** Names that are no environment variables, such as `workspaceFolder`. */
  readonly fixed?: ReadonlyMap<string, string>
  /** `$NAME` without braces is a variable too. */
  readonly bareVariables?: boolean
}

/**
 * `${NAME}`, `${NAME:-default}` (the default also stands for an empty variable, as in a POSIX shell) and VS Code's
 * `${env:NAME}`. What cannot be known here, such as VS Code's `${input:…}`, is missing. Values are never expanded
 * again.
 */
export function createVariables(
  env: Readonly<Record<string, string | undefined>>,
  { fixed = new Map(), bareVariables = false }: VariableRules = {}
): Variables {
  const missing = new Set<string>()
  const lookUp = (name: string): string | undefined => (Object.hasOwn(env, name) ? env[name] : undefined)

  const resolve = (reference: string): string | undefined => {
    const constant = fixed.get(reference)
    if (constant !== undefined) return constant
    const at = reference.indexOf(':-')
    if (at !== -1) return lookUp(reference.slice(0, at)) || reference.slice(at + 2)
    const name = reference.startsWith('env:') ? reference.slice(4) : reference
    return NAME.test(name) ? lookUp(name) : undefined
  }

  return {
    expand: (text) =>
      text.replace(bareVariables ? ANY_REFERENCE : REFERENCE, (whole, braced: string | undefined, bare: unknown) => {
        const reference = braced ?? String(bare)
        const value = resolve(reference)
        if (value === undefined) missing.add(reference.replace(/^env:/, ''))
        return value ?? whole
      }),
    requireAll: () => {
      if (missing.size > 0) throw new GovernedError('variable_missing', { names: [...missing].sort() })
    }
  }
}
