import type { ChangeSet } from '../companion/change-set.ts'
import { RULES } from '../rules/all-rules.ts'
import type { Rule } from '../rules/rule.ts'
import { checkProject } from './check-project.ts'
import type { Report } from './report.ts'

export interface ChangeCheck {
  /** Absent: all of `RULES`; of these, the ones about changes and the stop conditions are asked. */
  readonly rules?: readonly Rule[]
  /** `YYYY-MM-DD`, UTC. RangeError where it is no date. */
  readonly today: string
}

/** What a change alone does wrong: companions that are missing, and stop conditions. The rest of the project is not asked about. */
export function checkChange(change: ChangeSet, { rules = RULES, today }: ChangeCheck): Report {
  return checkProject({ files: change.head, change, rules: rules.filter(({ looksAt, stop }) => looksAt === 'change' || stop), today })
}
