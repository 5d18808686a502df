import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { EndpointEvidence } from '../transport/transport.ts'

/** `modern` is 2026-07-28 and later, `legacy` is every revision with an `initialize` handshake. */
export type Era = 'modern' | 'legacy'

/** The era of a revision. Revisions are dates, so their text sorts like them. */
export function eraOf(protocolVersion: string): Era {
  return protocolVersion < '2026-07-28' ? 'legacy' : 'modern'
}

/** The format identity of a snapshot file (docs/formats/tool-snapshot.md). */
export const SNAPSHOT_FORMAT = 'b10x.tool-snapshot.v1'

/** `usable`, or the first reason why the tool cannot be called. It is recomputed whenever a file is read. */
export type ToolStatus =
  | 'usable'
  | 'not_an_object'
  | 'name_missing'
  | 'name_empty'
  | 'title_invalid'
  | 'description_invalid'
  | 'annotations_invalid'
  | 'input_schema_missing'
  | 'input_schema_not_object'
  | 'output_schema_invalid'
  | 'header_annotation_invalid'
  | 'task_required'
  | 'schema_dialect_unsupported'
  | 'schema_reference_unresolved'
  | 'schema_reference_remote'
  | 'schema_too_large'
  | 'schema_unsupported'

/** One listed tool. The digest covers the complete descriptor, unknown members included. */
export interface SnapshotTool {
  /** The wire name, or null where the descriptor has none. */
  readonly name: string | null
  /** `sha256:` and 64 lower-case hexadecimal digits. */
  readonly digest: string
  readonly status: ToolStatus
  readonly descriptor: JsonValue
}

/** A complete listing, frozen. Equality is by `protocolVersion` and tools; the rest is evidence. */
export interface ToolSnapshot {
  readonly format: typeof SNAPSHOT_FORMAT
  readonly era: Era
  readonly protocolVersion: string
  readonly endpoint: EndpointEvidence
  /** A label of the authorization context that listed: lists vary by token. `none` without a credential. */
  readonly authorization: string
  /** `serverInfo` as received, or null. Evidence. */
  readonly server: JsonValue
  /** Evidence; drift in it is reported apart. */
  readonly capabilities: JsonValue
  /** Evidence; drift in it is reported apart. */
  readonly instructions: JsonValue
  /** Ordered by the UTF-8 bytes of the name. */
  readonly tools: readonly SnapshotTool[]
  /** Over the revision and every tool's name and digest. */
  readonly digest: string
}

/** What can differ between two snapshots. */
export type DifferenceKind =
  | 'tool_added'
  | 'tool_removed'
  | 'member_added'
  | 'member_removed'
  | 'member_changed'
  | 'protocol_changed'

/** One difference, for the operator. `before` and `after` may hold text of the server. */
export interface SnapshotDifference {
  readonly kind: DifferenceKind
  /** The tool's name, or null for a nameless tool or for the snapshot as a whole. */
  readonly tool: string | null
  /** RFC 6901 pointer into the descriptor; empty for the whole descriptor. */
  readonly pointer: string
  readonly before?: JsonValue
  readonly after?: JsonValue
}

/** Drift in evidence: never a mismatch by itself. */
export interface EvidenceDifference {
  readonly part: 'server' | 'capabilities' | 'instructions'
  readonly pointer: string
  readonly before?: JsonValue
  readonly after?: JsonValue
}

export interface SnapshotDiff {
  readonly equal: boolean
  readonly differences: readonly SnapshotDifference[]
  readonly evidence: readonly EvidenceDifference[]
}

export type FindingKind =
  | 'invisible_text'
  | 'control_character'
  | 'bidirectional_control'
  | 'exact_number'
  | 'lone_surrogate'

/** Something in a descriptor that a reviewer should see escaped before trusting it. */
export interface SnapshotFinding {
  readonly tool: string | null
  readonly kind: FindingKind
  readonly pointer: string
}

export type ToolDescriptor = JsonObject
