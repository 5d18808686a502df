import type { Finding } from '../finding.ts'
import type { Report } from './report.ts'

/** The label of the JSON form, `schemas/report.schema.json`. */
export const REPORT_CONTRACT = 'b10x.governance-report.v1'

/** A report for programs, by `schemas/report.schema.json`; ends with a line feed. */
export function writeJsonReport(report: Report): string {
  const { modes, findings, suppressed, summary, stopped } = report
  const all = { contract: REPORT_CONTRACT, modes, findings: findings.map(plain), suppressed: suppressed.map(plain), summary, stopped }
  return `${JSON.stringify(all, null, 2)}\n`
}

/** Members in a fixed order, so that two reports compare as text. */
function plain(finding: Finding): Readonly<Record<string, unknown>> {
  const { ruleId, severity, stop, message, at, related = [], fix, commit, suppressed } = finding
  return { ruleId, severity, stop, message, at, related, fix, commit: commit ?? null, suppressed: suppressed ?? null }
}
