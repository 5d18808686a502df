import type { ChangeSet } from '../companion/change-set.ts'
import type { GovernanceContract } from '../contract/governance-contract.ts'
import type { ProjectFiles } from '../contract/project-files.ts'
import type { SourcePosition } from '../contract/source-position.ts'
import type { RuleFacts, SuppressionFile } from '../finding.ts'

/** What a rule looks at. `change` is null where no base is given. */
export interface RuleInput {
  readonly contract: GovernanceContract
  readonly files: ProjectFiles
  readonly suppressions: SuppressionFile
  /** `YYYY-MM-DD`, UTC. Given, so that one project and one day always give one report. */
  readonly today: string
  readonly change: { readonly set: ChangeSet; readonly before: GovernanceContract; readonly after: GovernanceContract } | null
}

/** What a rule reports: the rest of a finding comes from its facts. */
export interface RuleReport {
  readonly message: string
  readonly at: SourcePosition
  readonly related?: readonly SourcePosition[]
  readonly commit?: string
}

/** A rule: pure, and quiet where the document that it reads is missing (another rule says that). */
export interface Rule extends RuleFacts {
  check(input: RuleInput): Iterable<RuleReport>
}
