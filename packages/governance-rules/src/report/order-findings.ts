import type { Finding } from '../finding.ts'

/** By file, line, column, rule and message, so that a report never depends on the order of rules. Each finding once. */
export function orderFindings(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>()
  return findings
    .filter(finding => {
      const { file, line, column } = finding.at
      const key = JSON.stringify([finding.ruleId, file, line, column, finding.message, finding.commit ?? ''])
      return !seen.has(key) && seen.add(key) !== undefined
    })
    .toSorted(
      (a, b) =>
        compare(a.at.file, b.at.file) ||
        a.at.line - b.at.line ||
        a.at.column - b.at.column ||
        compare(a.ruleId, b.ruleId) ||
        compare(a.message, b.message) ||
        compare(a.commit ?? '', b.commit ?? '')
    )
}

/** By UTF-16 units: a report is the same under every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
