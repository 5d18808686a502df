import type { GovernanceContract } from '../contract/governance-contract.ts'
import type { ProjectFiles } from '../contract/project-files.ts'
import type { Finding, SuppressionFile } from '../finding.ts'
import type { Rule, RuleInput } from '../rules/rule.ts'
import { RULES } from '../rules/all-rules.ts'
import { orderFindings } from './order-findings.ts'

export interface CheckOptions {
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string
  /** Absent: all of `RULES`. */
  readonly rules?: readonly Rule[]
  readonly suppressions?: SuppressionFile
}

const NO_SUPPRESSIONS: SuppressionFile = { suppressions: [], faults: [] }

/** Asks every rule about one state of a project. What is suppressed is not taken out: `checkProject` does that. */
export function checkContract(contract: GovernanceContract, files: ProjectFiles, options: CheckOptions): readonly Finding[] {
  const { today, rules = RULES, suppressions = NO_SUPPRESSIONS } = options
  return askRules(rules, { contract, files, suppressions, today, change: null })
}

/** Findings of rules, in the order of a report. */
export function askRules(rules: readonly Rule[], input: RuleInput): readonly Finding[] {
  return orderFindings(rules.flatMap(rule => askRule(rule, input)))
}

function askRule(rule: Rule, input: RuleInput): readonly Finding[] {
  if (rule.looksAt === 'change' && input.change === null) return []
  return Array.from(rule.check(input), ({ message, at, related, commit }) => ({
    ruleId: rule.id,
    severity: rule.severity,
    message,
    at,
    ...(related !== undefined && related.length > 0 && { related }),
    fix: rule.fix,
    stop: rule.stop,
    ...(commit !== undefined && { commit })
  }))
}
