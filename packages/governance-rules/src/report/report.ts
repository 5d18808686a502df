import type { RecognizedMode } from '../contract/harness-manifest.ts'
import type { Finding, RuleFacts } from '../finding.ts'

/** What a check found. The same project, change, rules and day always give the same report. */
export interface Report {
  /** The modes of the project, several at once. */
  readonly modes: readonly RecognizedMode[]
  /** What stands, by file, line, column and rule. */
  readonly findings: readonly Finding[]
  /** What a suppression covers, with it. Stop conditions are never here. */
  readonly suppressed: readonly Finding[]
  readonly summary: ReportSummary
  /** Whether a stop condition stands: work halts and a person decides. */
  readonly stopped: boolean
  /** The rules that were asked, by id. */
  readonly rules: readonly RuleFacts[]
}

export interface ReportSummary {
  readonly errors: number
  readonly warnings: number
  readonly notes: number
  readonly suppressed: number
  readonly stops: number
  /** How many rules were asked. */
  readonly rules: number
  /** How many tools the registry has; null where there is no registry. */
  readonly tools: number | null
  /** Commits that were looked at; null without a base. */
  readonly commits: number | null
}
