import { ANNOTATIONS_FIT } from './tiers/annotations-fit.ts'
import type { RuleFacts } from '../finding.ts'
import type { Rule } from './rule.ts'
import {
  CHANGE_WITHOUT_EFFECTS,
  FLOOR_FIVE,
  FLOOR_FOUR,
  FLOOR_THREE,
  GATE_MISSING,
  READ_WITH_EFFECTS,
  REVERSIBILITY
} from './tiers/tier-fits.ts'
import { ALL_TIER_TWO, RATIONALE_COPIED, RATIONALE_HOLLOW, RATIONALE_MISSING, TIER_MISSING, TIER_RANGE } from './tiers/tier-stated.ts'

/** Every rule, by theme and number. An id is never used again for something else. */
export const RULES: readonly Rule[] = [
  TIER_MISSING,
  TIER_RANGE,
  RATIONALE_MISSING,
  RATIONALE_COPIED,
  RATIONALE_HOLLOW,
  ALL_TIER_TWO,
  FLOOR_THREE,
  FLOOR_FOUR,
  FLOOR_FIVE,
  REVERSIBILITY,
  READ_WITH_EFFECTS,
  CHANGE_WITHOUT_EFFECTS,
  GATE_MISSING,
  ANNOTATIONS_FIT
]

/** The rules as they are listed. */
export function listRules(): readonly RuleFacts[] {
  return RULES.map(({ check: _check, ...facts }) => facts)
}

/** One rule by its id, in any case; null where there is none. */
export function explainRule(id: string): RuleFacts | null {
  return listRules().find(facts => facts.id === id.toUpperCase()) ?? null
}
