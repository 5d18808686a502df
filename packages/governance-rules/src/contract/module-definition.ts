import type { DocumentFault, SourcePosition } from './source-position.ts'

/** Paths are regular expressions over paths from the root of the project; they come from a reviewed file and run in linear time. */
export interface CompanionRule {
  readonly name: string
  readonly triggers: readonly string[]
  /** One of them has to change too. */
  readonly needsAnyOf: readonly string[]
  readonly at: SourcePosition | null
}

/** Text that must not be added to files that fit. */
export interface ForbiddenPattern {
  readonly pattern: string
  readonly paths: readonly string[]
  readonly reason: string
  readonly at: SourcePosition | null
}

/** A module of the governance framework: what it demands of a project that adopts it. */
export interface ModuleDefinition {
  /** `architectures/mcp-server` */
  readonly id: string
  readonly source: 'project' | 'embedded'
  readonly requiredArtifacts: readonly string[]
  readonly sensitivePaths: readonly string[]
  readonly companionRules: readonly CompanionRule[]
  readonly forbiddenPatterns: readonly ForbiddenPattern[]
  readonly faults: readonly DocumentFault[]
}
