import type { BoundName } from '../bounds.ts'

/** Why bytes are not one acceptable JSON document (RFC 8259, stricter where two readers could disagree). */
export type JsonFault =
  | 'not_utf8'
  | 'byte_order_mark'
  | 'syntax'
  | 'duplicate_member'
  | 'number_length'
  | 'not_an_object'
  | 'not_json_rpc'

/** Why a network endpoint gave no HTTP response. */
export type UnreachableReason = 'dns' | 'refused' | 'reset' | 'tls' | 'timeout' | 'other'

/** Why an HTTP response is not an answer in the protocol. */
export type ResponseFault =
  | 'media_type'
  | 'content_encoding'
  | 'empty'
  | 'no_answer'
  | 'result_shape'
  | 'wrong_id'

/** Why the arguments of a call are not sent. */
export type ArgumentFault = 'not_an_object' | 'not_json' | 'not_finite' | 'too_deep' | 'header_value' | 'schema'

/** One assertion of a JSON Schema that the arguments break. */
export interface SchemaViolation {
  /** RFC 6901 pointer into the arguments. */
  readonly pointer: string
  /** The keyword of JSON Schema: `type`, `required`, `additionalProperties`. */
  readonly keyword: string
}

/** What each code carries. Only values that we produced or that the caller handed us; never text of a peer. */
export interface ErrorDetails {
  usage_invalid: { readonly hint: string }
  config_invalid: { readonly file: string; readonly pointer: string; readonly reason: string }
  variable_missing: { readonly names: readonly string[] }
  baseline_missing: { readonly file: string }
  json_invalid: { readonly reason: JsonFault; readonly offset: number }
  bounds_invalid: { readonly bound: string; readonly ceiling: number; readonly asked: number }
  endpoint_invalid: { readonly reason: 'unparsable' | 'scheme' | 'insecure' | 'userinfo' | 'fragment' | 'other_origin' }
  header_invalid: { readonly header: string; readonly reason: 'reserved' | 'name' | 'value' }
  platform_unsupported: { readonly platform: string }
  foundation_release_mismatch: { readonly expectedVersion: string; readonly expectedRevision: string; readonly actualVersion: string; readonly actualRevision: string | null; readonly dirty: boolean }
  snapshot_invalid: { readonly pointer: string; readonly reason: string }
  snapshot_digest_mismatch: { readonly tool: string | null }
  snapshot_mismatch: { readonly differences: number }
  protocol_version_unsupported: { readonly requested: string | null; readonly offered: readonly string[] }
  protocol_revision_changed: { readonly expected: string }
  tools_not_offered: Record<never, never>
  header_mismatch: Record<never, never>
  message_invalid: { readonly reason: JsonFault; readonly offset: number }
  response_invalid: { readonly reason: ResponseFault; readonly status: number | null }
  http_status_unexpected: { readonly status: number }
  remote_error: { readonly rpcCode: number | null }
  page_cursor_repeated: { readonly page: number }
  tool_name_duplicate: { readonly first: number; readonly second: number }
  bound_exceeded: { readonly bound: BoundName; readonly limit: number; readonly seen: number }
  result_too_large: { readonly bound: BoundName; readonly limit: number; readonly seen: number }
  deadline_exceeded: { readonly bound: 'connectDeadlineMs' | 'callDeadlineMs'; readonly limit: number }
  cancelled: Record<never, never>
  /** `because` is the code of the failure that left the outcome open, or `unexpected`; the failure itself is the `cause`. */
  outcome_unknown: { readonly because: string }
  endpoint_unreachable: { readonly reason: UnreachableReason }
  redirect_denied: { readonly status: number }
  program_not_found: { readonly command: string }
  process_exited: { readonly exitCode: number | null; readonly signal: string | null }
  connection_closed: Record<never, never>
  stream_ended: Record<never, never>
  session_expired: Record<never, never>
  credential_rejected: { readonly status: number }
  tool_not_found: { readonly tool: string }
  tool_invalid: { readonly tool: string; readonly reason: string }
  arguments_invalid: { readonly pointer: string; readonly reason: ArgumentFault; readonly violations?: readonly SchemaViolation[] }
  schema_unsupported: { readonly tool: string; readonly reason: string }
}

/** A stable name of one failure: the thing to match on. Codes are only ever added. */
export type ErrorCode = keyof ErrorDetails
