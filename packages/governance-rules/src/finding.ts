import type { DocumentFault, SourcePosition } from './contract/source-position.ts'

/** `error` fails a check, `warning` does with `--strict`, `note` never does. */
export type Severity = 'error' | 'warning' | 'note'

/** A rule as it is listed and explained. */
export interface RuleFacts {
  /** `GOV-TIER-001`: stable for ever, never given a new meaning. */
  readonly id: string
  readonly title: string
  readonly severity: Severity
  /** Why it is asked, in one or two sentences of ours. */
  readonly why: string
  /** What to do, in one or two sentences of ours. */
  readonly fix: string
  /** One of the five conditions under which work halts and a person decides: the command ends with 5. */
  readonly stop: boolean
  /** `documents`: over one state of a project. `change`: over what happened between two; quiet without a base. */
  readonly looksAt: 'documents' | 'change'
  /** Entries of the OWASP MCP Top 10 (2025, beta) that it serves: `MCP03`. */
  readonly owasp: readonly string[]
}

/** One place where a promise does not hold. Messages are ours; what they name stands in files of the project. */
export interface Finding {
  readonly ruleId: string
  readonly severity: Severity
  readonly message: string
  readonly at: SourcePosition
  /** Other places that belong to it: the other of two that disagree. */
  readonly related?: readonly SourcePosition[]
  readonly fix: string
  readonly stop: boolean
  readonly suppressed?: Suppression
  /** The commit in which it was made, for findings about changes. */
  readonly commit?: string
}

/** `.b10x-governance.yaml`, `suppressions`: each needs all of these. */
export interface Suppression {
  readonly rule: string
  /** Absent: the whole project. */
  readonly file?: string
  readonly subject?: string
  readonly reason: string
  readonly owner: string
  /** `YYYY-MM-DD`, the last day on which it counts, UTC. */
  readonly expires: string
  readonly at: SourcePosition
}

/** What `.b10x-governance.yaml` says. */
export interface SuppressionFile {
  readonly suppressions: readonly Suppression[]
  readonly faults: readonly DocumentFault[]
}
