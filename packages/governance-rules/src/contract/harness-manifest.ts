import type { DocumentFault, SourcePosition, Sourced } from './source-position.ts'

export const MODULE_GROUPS = ['core', 'stacks', 'architectures', 'data', 'delivery', 'management', 'domains', 'agents'] as const
export type ModuleGroup = (typeof MODULE_GROUPS)[number]

/** `consumer` uses servers of others, `producer` ships one, `exposed-governance` offers its contract over MCP. */
export type GovernanceMode = 'consumer' | 'producer' | 'exposed-governance'

/** `harness.manifest.yaml`, schema version 1. */
export interface HarnessManifest {
  readonly file: string
  readonly project: { readonly id: Sourced<string> | null; readonly name: Sourced<string> | null; readonly maturity: Sourced<string> | null; readonly criticality: Sourced<string> | null }
  /** Ids without their group: `mcp-server`, from `mcp-server` and `architectures/mcp-server` alike. */
  readonly modules: Readonly<Record<ModuleGroup, readonly Sourced<string>[]>>
  readonly requiredArtifacts: readonly Sourced<string>[]
  readonly disabledValidations: readonly Sourced<string>[]
  readonly faults: readonly DocumentFault[]
}

/** A mode and what shows it. */
export interface RecognizedMode {
  readonly mode: GovernanceMode
  readonly at: SourcePosition
}
