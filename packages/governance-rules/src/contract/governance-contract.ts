import type { CapabilitySchema, DecisionRecord, InjectionTestPlan, RiskRegister, ServerSpec, TransportAndAuth } from './governance-documents.ts'
import type { HarnessManifest, RecognizedMode } from './harness-manifest.ts'
import type { ModuleDefinition } from './module-definition.ts'
import type { ToolRegistry } from './tool-registry.ts'

/** Where the documents stand, from the root of the project. */
export const DOCUMENT_PATHS = {
  manifest: 'harness.manifest.yaml',
  serverSpec: 'docs/mcp/server-spec.md',
  registry: 'docs/mcp/tool-registry.md',
  risks: 'docs/mcp/risk-register.md',
  capabilities: 'docs/mcp/capability-schema.md',
  injectionPlan: 'docs/mcp/prompt-injection-test-plan.md',
  transport: 'docs/mcp/transport-and-auth.md'
} as const

export type GovernanceDocument = keyof typeof DOCUMENT_PATHS

/** Everything that is promised about the MCP servers of a project. Null: the document is not there. */
export interface GovernanceContract {
  readonly manifest: HarnessManifest | null
  readonly modes: readonly RecognizedMode[]
  readonly serverSpec: ServerSpec | null
  readonly registry: ToolRegistry | null
  readonly risks: RiskRegister | null
  readonly capabilities: CapabilitySchema | null
  readonly injectionPlan: InjectionTestPlan | null
  readonly transport: TransportAndAuth | null
  readonly decisions: readonly DecisionRecord[]
  /** From `module.yaml` where one is there, else the ones that come with this package. */
  readonly modules: readonly ModuleDefinition[]
}
