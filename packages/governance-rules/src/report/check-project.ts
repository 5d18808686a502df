import type { ChangeSet } from '../companion/change-set.ts'
import type { ProjectFiles } from '../contract/project-files.ts'
import { readContract } from '../contract/read-contract.ts'
import { readSuppressions } from '../contract/read-suppressions.ts'
import type { Finding } from '../finding.ts'
import { RULES } from '../rules/all-rules.ts'
import type { Rule } from '../rules/rule.ts'
import { applySuppressions } from './apply-suppressions.ts'
import { askRules } from './check-contract.ts'
import { orderFindings } from './order-findings.ts'
import type { Report, ReportSummary } from './report.ts'

export interface ProjectCheck {
  readonly files: ProjectFiles
  /** What happened since a base. Absent: rules about changes are quiet. Its head is what is checked, and has to equal `files`. */
  readonly change?: ChangeSet
  /** Absent: all of `RULES`. */
  readonly rules?: readonly Rule[]
  /** `YYYY-MM-DD`, UTC: suppressions end by it. No clock is read. RangeError where it is no date. */
  readonly today: string
  /** Findings that others made (the live probe), to be suppressed, ordered and counted with these. */
  readonly others?: readonly Finding[]
}

/** Reads the contract of a project, asks every rule and takes out what is suppressed. Source: DESIGN 6, ADR 0021. */
export function checkProject(check: ProjectCheck): Report {
  const { files, change, rules = RULES, today, others = [] } = check
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today)) throw new RangeError('today has to be a date such as 2026-12-31')
  const contract = readContract(files)
  const suppressions = readSuppressions(files)
  const found = askRules(rules, {
    contract,
    files,
    suppressions,
    today,
    change: change === undefined ? null : { set: change, before: readContract(change.base), after: contract }
  })
  const { standing, suppressed } = applySuppressions(orderFindings([...found, ...others]), suppressions.suppressions, today)
  const count = (severity: Finding['severity']): number => standing.filter(finding => finding.severity === severity).length
  const stops = standing.filter(({ stop }) => stop).length
  const summary: ReportSummary = {
    errors: count('error'),
    warnings: count('warning'),
    notes: count('note'),
    suppressed: suppressed.length,
    stops,
    rules: rules.length,
    tools: contract.registry?.tools.length ?? null,
    commits: change?.commits.length ?? null
  }
  const facts = rules.map(({ check: _check, ...rest }) => rest)
  return { modes: contract.modes, findings: standing, suppressed, summary, stopped: stops > 0, rules: facts }
}
