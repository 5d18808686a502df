import type { CallOptions, CallOutcome } from '@b10x/mcp-foundation'
import type { SchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { Bounds, JsonObject, PublishedTool } from '@b10x/ports'

/** A tool of one server that may be shown to a model. */
export interface AdmittedTool {
  readonly published: PublishedTool
  /** As the server names it. Text of the server: not for errors, evidence or models. */
  readonly remoteName: string
  /** Of the complete frozen descriptor. */
  readonly digest: string
  /** The frozen schemas, as received: what calls and results are judged by. */
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  /** Shorter than what the client allows, in milliseconds. */
  readonly deadlineMs?: number
  /** Smaller than what the client allows, in bytes. */
  readonly maxResultBytes?: number
}

/** Why a listed tool is not published. */
export type LeftOutReason = 'denied' | 'not_allowed' | 'invalid' | 'unseen_text' | 'credential_echoed' | 'unmapped'

export interface LeftOutTool {
  /** Text of the server: for the operator. Null where the tool has none, or where it holds a credential that was sent. */
  readonly remoteName: string | null
  readonly reason: LeftOutReason
}

/** What happened on the connection beside its calls. */
export type ConnectionEvent =
  | { readonly kind: 'reauthorized'; readonly status: 401 | 403 }
  | { readonly kind: 'drift_suspected' }

/** How admitted tools are called: for the call flow alone. */
export interface RemoteCaller {
  call(remoteName: string, args: JsonObject, options: CallOptions): Promise<CallOutcome>
  readonly validator: SchemaValidator
  /** Those of the client. Arguments are held to them before anybody is asked to approve what could not be sent. */
  readonly bounds: Pick<Bounds, 'maxArgumentBytes' | 'maxJsonDepth' | 'maxSchemaSteps'>
  /** Credentials that were sent to the server and must not come back: header values, tokens, named variables. */
  sentSecrets(): readonly string[]
  /** Who may call, or null where everybody may. */
  readonly subjects: readonly string[] | null
  /** What happened since it was asked last. */
  drainEvents(): readonly ConnectionEvent[]
}

/** The key of a `RemoteCaller`. It is not exported from the package: only the call flow holds it. */
export const REMOTE: unique symbol = Symbol('remote caller')

/**
 * The tools of one server that passed admission: selected, screened, named, frozen. They cannot be called as they are;
 * `governTools` or a session puts them under authority.
 */
export interface AdmittedTools {
  /** The local name of the server. */
  readonly source: string
  readonly tools: readonly AdmittedTool[]
  readonly leftOut: readonly LeftOutTool[]
  readonly [REMOTE]: RemoteCaller
}
