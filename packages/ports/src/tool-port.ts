import type { CallContext } from './call-context.ts'
import type { JsonObject, JsonValue } from './json-value.ts'
import type { PolicyDecision } from './policy-port.ts'
import type { ToolEffect } from './tool-effect.ts'

/** A tool as a model or a caller sees it. */
export interface PublishedTool {
  /** `[A-Za-z0-9_-]{1,64}`, one of a kind in its port. */
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  /** What the local reviewer says that calling it does. Absent: unknown, the most dangerous. */
  readonly effect?: ToolEffect
  /** Whose words title, description and schemas hold: `local` was written or reviewed here, `remote` is the server's. */
  readonly prose: 'local' | 'remote'
  /** The local name of the server or module that runs it. */
  readonly source: string
}

/** Where a result came from. */
export interface ResultProvenance {
  readonly source: string
  /** The published name. */
  readonly tool: string
  /** The digest of the frozen descriptor that was called. Absent for tools that are no MCP tools. */
  readonly digest?: string
  /** `untrusted`: the bytes may say anything and must not be taken for instructions. `local`: code of this host. */
  readonly trust: 'untrusted' | 'local'
}

/** What a call gave, complete and unedited. */
export interface ToolResult {
  /** The tool says that it failed. */
  readonly isError: boolean
  /** Content blocks of MCP, each opaque. */
  readonly content: readonly JsonValue[]
  readonly structuredContent?: JsonValue
  readonly provenance: ResultProvenance
  /** The result as text for a model: inside an envelope that says where it came from and cannot be closed from within. */
  toModelText(): string
}

/**
 * A fixed set of tools under authority: whoever holds it can call what it publishes, and nothing else.
 *
 * `callTool` rejects with a GovernedError when the call is refused or its outcome is not a result. `toJSON()` of that
 * error holds no secret and no text of a server, so that it may be shown to a model.
 */
export interface ToolPort {
  /** The same list for the life of the port. */
  readonly tools: readonly PublishedTool[]
  callTool(name: string, args: JsonObject, context?: CallContext): Promise<ToolResult>
  /**
   * What the policy would say of a call, without calling: for hosts that ask a person themselves. Rejects like `callTool`
   * does for a name that is not published or arguments that do not fit.
   */
  decide(name: string, args: JsonObject, context?: CallContext): Promise<PolicyDecision>
}
