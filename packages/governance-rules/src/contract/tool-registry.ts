import type { DocumentFault, SourcePosition, Sourced } from './source-position.ts'

/** 0 read-only, 1 local analysis, 2 workspace mutation, 3 shared state, 4 environment, 5 remote or production. */
export type TrustTier = 0 | 1 | 2 | 3 | 4 | 5
export const TRUST_TIERS: readonly TrustTier[] = [0, 1, 2, 3, 4, 5]

/** One `### Tool:` block. Null: the field is not there, or holds what is no value of it (then there is a fault). */
export interface RegisteredTool {
  readonly name: Sourced<string>
  readonly title: Sourced<string> | null
  readonly intent: Sourced<string> | null
  readonly sideEffects: Sourced<string> | null
  /** The number that was written, in range or not; null where there is none. */
  readonly tier: Sourced<number> | null
  /** What stands after the tier. */
  readonly rationale: Sourced<string> | null
  readonly approvalGating: Sourced<string> | null
  readonly idempotency: Sourced<string> | null
  /** A field of ours: whether results hold what others wrote (users, third parties, files). */
  readonly returnsExternalContent: Sourced<boolean> | null
  /** The block quote that matches `tools/list`, joined with line feeds. */
  readonly modelDescription: Sourced<string> | null
  /** Every row of the table, by its heading as written. */
  readonly fields: ReadonlyMap<string, Sourced<string>>
  /** Paragraphs of the block below the table: threat-class notes. */
  readonly notes: readonly Sourced<string>[]
  readonly at: SourcePosition
}

/** A row of the summary table. */
export interface SummaryRow {
  readonly name: Sourced<string>
  readonly tier: Sourced<number> | null
  readonly cells: ReadonlyMap<string, Sourced<string>>
}

/** `docs/mcp/tool-registry.md` */
export interface ToolRegistry {
  readonly file: string
  readonly header: ReadonlyMap<string, Sourced<string>>
  readonly tools: readonly RegisteredTool[]
  readonly summary: readonly SummaryRow[]
  /** Whether the section on dynamic tools says that the list changes, and its text. */
  readonly dynamicTools: { readonly listChanged: Sourced<boolean> | null; readonly text: Sourced<string> } | null
  /** What happens to a tool before it goes. */
  readonly deprecation: Sourced<string> | null
  readonly faults: readonly DocumentFault[]
}
