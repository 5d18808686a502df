import { TOOL_EFFECTS } from '@b10x/ports'
import type { ToolEffect } from '@b10x/ports'
import { invalidOption } from './invalid-option.ts'
import { compileGlob } from './match-globs.ts'

/** What calling the tools does, as the local reviewer says. What a server says of its tools never counts. */
export interface LocalEffects {
  /** Of every tool that no pattern in `effects` names. Absent: unknown. */
  readonly effect?: ToolEffect | undefined
  /** By exact name or `*` glob over the names that the server gives. */
  readonly effects?: Readonly<Record<string, ToolEffect>> | undefined
}

export type EffectLookup = (remoteName: string) => ToolEffect | undefined

/**
 * Patterns have no order: where two that name one tool disagree, the lookup throws instead of choosing.
 * @throws GovernedError `option_invalid`, also from the lookup
 */
export function compileEffects({ effect, effects }: LocalEffects): EffectLookup {
  if (effect !== undefined && !isToolEffect(effect)) throw invalidOption('effect', 'it is no effect')
  if (effects !== undefined && (typeof effects !== 'object' || effects === null || Array.isArray(effects))) {
    throw invalidOption('effects', 'it is no record of globs and effects')
  }
  const rules = Object.entries(effects ?? {}).map(([pattern, value]) => {
    if (pattern === '') throw invalidOption('effects', 'a pattern is empty')
    if (!isToolEffect(value)) throw invalidOption('effects', 'a value is no effect')
    return { matches: compileGlob(pattern), value }
  })
  return (remoteName) => {
    const named = new Set(rules.filter(({ matches }) => matches(remoteName)).map(({ value }) => value))
    if (named.size > 1) throw invalidOption('effects', 'two patterns name one tool and disagree')
    const [value] = named
    return value ?? effect
  }
}

function isToolEffect(value: unknown): value is ToolEffect {
  return (TOOL_EFFECTS as readonly unknown[]).includes(value)
}
