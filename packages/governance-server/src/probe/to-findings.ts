import { DOCUMENT_PATHS } from '@b10x/governance-rules'
import type { Finding } from '@b10x/governance-rules'
import type { Observation } from './observation.ts'
import { PROBE_RULES } from './probe-rules.ts'

const RULES = new Map(PROBE_RULES.map((rule) => [rule.id, rule]))

/** What failed, in the form of the other findings: one report has both. What no document is about stands at the specification. */
export function toFindings(observations: readonly Observation[]): readonly Finding[] {
  return observations.flatMap(({ ruleId, verdict, message, at }) => {
    const rule = RULES.get(ruleId)
    if (verdict !== 'fail' || rule === undefined) return []
    const { severity, fix, stop } = rule
    return [{ ruleId, severity, message, fix, stop, at: at ?? { file: DOCUMENT_PATHS.serverSpec, line: 1, column: 1 } }]
  })
}
