import type { ToolEffect } from './tool-effect.ts'

/** What follows from an effect. */
export interface EffectFacts {
  /** `ToolAnnotations` of MCP, as a server of ours declares them. */
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
  /** The lowest consumer trust tier that fits, 0 (read-only) to 5 (remote, production). */
  readonly leastTier: 0 | 1 | 2 | 4
  /** What happens to a call where no rule names its tool. */
  readonly decision: 'allow' | 'approval'
}

const facts = (reads: boolean, idempotent: boolean, openWorld: boolean, leastTier: 0 | 1 | 2 | 4): EffectFacts => ({
  annotations: { readOnlyHint: reads, destructiveHint: !reads, idempotentHint: idempotent, openWorldHint: openWorld },
  leastTier,
  decision: reads ? 'allow' : 'approval'
})

/** The one table from effects to annotations, tiers and default policy. */
export const EFFECT_FACTS: { readonly [E in ToolEffect]: EffectFacts } = {
  none: facts(true, true, false, 0),
  read: facts(true, true, true, 0),
  write: facts(false, false, true, 2),
  execute: facts(false, false, true, 4)
}

/** A tool whose effect nobody stated is called only where a rule or a person says so. */
export const UNKNOWN_EFFECT_DECISION = 'approval'
