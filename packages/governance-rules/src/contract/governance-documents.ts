import type { DocumentFault, SourcePosition, Sourced } from './source-position.ts'

/** One `### R-MCP-…` block, or one row of the table of project risks. */
export interface RegisteredRisk {
  /** `R-MCP-001`, `R-MCP-PROJ-001`. */
  readonly id: Sourced<string>
  readonly title: Sourced<string> | null
  readonly mitigation: Sourced<string> | null
  readonly owner: Sourced<string> | null
  readonly status: Sourced<string> | null
  readonly closed: boolean
  readonly fields: ReadonlyMap<string, Sourced<string>>
  readonly at: SourcePosition
}

/** `docs/mcp/risk-register.md` */
export interface RiskRegister {
  readonly file: string
  readonly risks: readonly RegisteredRisk[]
  readonly faults: readonly DocumentFault[]
}

/** One section of `capability-schema.md`: `tools`, `resources`, `prompts`, `logging`, `sampling`, `elicitation`, … */
export interface CapabilitySection {
  readonly capability: Sourced<string>
  /** `client` for what the server relies on: sampling, elicitation, roots. */
  readonly side: 'server' | 'client'
  readonly declared: Sourced<boolean> | null
  readonly listChanged: Sourced<boolean> | null
  readonly whenListChanges: Sourced<string> | null
  readonly fields: ReadonlyMap<string, Sourced<string>>
  readonly at: SourcePosition
}

/** `docs/mcp/capability-schema.md` */
export interface CapabilitySchema {
  readonly file: string
  readonly sections: readonly CapabilitySection[]
  readonly faults: readonly DocumentFault[]
}

/** `docs/mcp/server-spec.md` */
export interface ServerSpec {
  readonly file: string
  readonly header: ReadonlyMap<string, Sourced<string>>
  readonly identity: ReadonlyMap<string, Sourced<string>>
  /** The block of declared capabilities, parsed; null where there is none or it is no JSON. */
  readonly capabilities: Sourced<Readonly<Record<string, unknown>>> | null
  readonly counts: ReadonlyMap<string, Sourced<number>>
  /** The transports that are declared: `stdio`, `streamable-http`. */
  readonly transports: readonly Sourced<'stdio' | 'streamable-http'>[]
  readonly launchCommand: Sourced<string> | null
  readonly distributionChannel: Sourced<string> | null
  readonly protocolRevision: Sourced<string> | null
  readonly authorization: Sourced<string> | null
  readonly faults: readonly DocumentFault[]
}

/** A row of the token passthrough table: an upstream system and the credentials of the server's own. */
export interface UpstreamRow {
  readonly system: Sourced<string>
  readonly credentials: Sourced<string> | null
  readonly at: SourcePosition
}

/** `docs/mcp/transport-and-auth.md` */
export interface TransportAndAuth {
  readonly file: string
  readonly transports: readonly Sourced<'stdio' | 'streamable-http'>[]
  readonly stdio: ReadonlyMap<string, Sourced<string>> | null
  readonly http: ReadonlyMap<string, Sourced<string>> | null
  readonly upstreams: readonly UpstreamRow[]
  readonly scopes: ReadonlyMap<string, Sourced<string>>
  readonly sessions: Sourced<string> | null
  /** What a person is shown before a local server is installed. */
  readonly consent: Sourced<string> | null
  /** The section on brokering to another authorization server: whether it is used, and what it says. */
  readonly oauthProxy: { readonly used: Sourced<boolean> | null; readonly text: Sourced<string> } | null
  readonly faults: readonly DocumentFault[]
}

/** What the plan says of one attack class: AC-1 to AC-4. */
export interface AttackClassPosition {
  readonly id: Sourced<string>
  /** The heading of its section. */
  readonly title: Sourced<string> | null
  readonly tested: Sourced<string> | null
  /** The stated position: the section's text, or a result in the matrix. */
  readonly position: Sourced<string> | null
  readonly outOfScope: Sourced<boolean>
  /** What follows "out of scope". */
  readonly reason: Sourced<string> | null
  readonly fields: ReadonlyMap<string, Sourced<string>>
  readonly at: SourcePosition
}

/** `docs/mcp/prompt-injection-test-plan.md` */
export interface InjectionTestPlan {
  readonly file: string
  readonly classes: readonly AttackClassPosition[]
  readonly faults: readonly DocumentFault[]
}

/** An accepted decision that rules may ask for: `docs/adr/ADR-…`, `docs/adr/0001-….md`. */
export interface DecisionRecord {
  readonly file: string
  readonly title: string
  readonly text: string
}
