import type { BoundName } from '../bounds.ts'
import type { EgressBoundName, EgressPhase } from '../egress-transport.ts'

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

/** Why an OAuth document cannot be used (RFC 8414, RFC 9728). */
export type MetadataFault =
  | 'unreachable'
  | 'not_found'
  | 'not_json'
  | 'too_large'
  | 'member_missing'
  | 'member_invalid'
  | 'issuer_mismatch'
  | 'insecure_endpoint'
  | 'no_authorization_server'

/** Why a reviewed destination cannot be used. */
export type EgressBindingFault =
  | 'unparsable'
  | 'scheme'
  | 'userinfo'
  | 'fragment'
  | 'query'
  | 'port'
  | 'name'
  | 'address'
  | 'method'
  | 'header'
  | 'bound'
  | 'range'
  | 'authority'
  | 'proxy'
  | 'duplicate'

/** What is wrong with an address that a name led to. Never which address it is. */
export type AddressFault = 'loopback' | 'private' | 'link_local' | 'metadata' | 'special' | 'none'

/** Where a name comes from: the server or module, and the digest of its own name for the tool. */
export interface NameOrigin {
  readonly source: string
  readonly toolDigest: string
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
  /** `handle` names the result in the store of the host, where there is one. */
  result_too_large: { readonly bound: BoundName; readonly limit: number; readonly seen: number; readonly handle?: string }
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
  // Authority over calls.
  option_invalid: { readonly option: string; readonly reason: string }
  profile_invalid: { readonly file: string; readonly pointer: string; readonly reason: string }
  tool_not_published: Record<never, never>
  tool_name_collision: { readonly name: string; readonly origins: readonly NameOrigin[] }
  policy_denied: { readonly tool: string }
  approval_required: { readonly tool: string }
  approval_denied: { readonly tool: string }
  /** `hook` is its position among the hooks, from 0. */
  hook_refused: { readonly tool: string; readonly hook: number }
  audit_unavailable: { readonly attempted: boolean }
  input_required: { readonly tool: string }
  result_unrecognized: { readonly tool: string; readonly reason: 'task' | 'unknown_result_type' | 'content_absent' }
  credential_echoed: { readonly tool: string }
  result_handle_unknown: Record<never, never>
  // Sessions.
  model_failed: Record<never, never>
  turn_limit_reached: { readonly limit: number }
  result_mismatch: { readonly pointer: string }
  // OAuth.
  authorization_required: Record<never, never>
  /** `error` is a code of RFC 6749, 4.1.2.1, or `other`. */
  authorization_refused: { readonly error: string }
  authorization_response_invalid: { readonly reason: 'state' | 'code' | 'redirect' | 'not_pending' }
  authorization_code_spent: Record<never, never>
  issuer_missing: Record<never, never>
  issuer_mismatch: Record<never, never>
  pkce_unsupported: Record<never, never>
  resource_mismatch: Record<never, never>
  oauth_metadata_invalid: { readonly document: 'protected_resource' | 'authorization_server'; readonly reason: MetadataFault }
  client_registration_failed: { readonly reason: 'not_offered' | 'refused' | 'response_invalid' }
  /** `error` is a code of RFC 6749, 5.2, RFC 8707 or `other`; `status` is null where no response came. */
  token_request_failed: { readonly error: string; readonly status: number | null }
  token_response_invalid: { readonly reason: 'not_json' | 'too_large' | 'token_type' | 'expires_in' | 'access_token' | 'other' }
  scope_insufficient: Record<never, never>
  oauth_state_invalid: { readonly reason: 'load' | 'save' | 'format' }
  // Serving. The first six are answers to HTTP requests.
  host_denied: Record<never, never>
  origin_denied: Record<never, never>
  invalid_token: Record<never, never>
  insufficient_scope: { readonly scope: string }
  authenticator_unavailable: Record<never, never>
  /** `limit` calls at a time, or in each window of `windowMs`. */
  rate_limited: { readonly limit: number; readonly windowMs: number | null }
  effect_undeclared: { readonly tool: string }
  governance_missing: { readonly tool: string }
  authentication_missing: { readonly option: string }
  /** `reference` finds the audit row. */
  tool_failed: { readonly tool: string; readonly reference: string }
  instance_not_found: Record<never, never>
  // Egress. `maybeDelivered`: the request may have reached the peer.
  egress_binding_invalid: { readonly connectionRef: string; readonly endpointRef: string; readonly reason: EgressBindingFault }
  destination_denied: { readonly reason: 'unbound' | 'method' | 'header' | 'address' }
  address_denied: { readonly reason: AddressFault }
  egress_unreachable: { readonly phase: EgressPhase; readonly reason: UnreachableReason; readonly maybeDelivered: boolean }
  egress_timeout: { readonly phase: EgressPhase; readonly limit: number; readonly maybeDelivered: boolean }
  egress_bound_exceeded: { readonly bound: EgressBoundName; readonly limit: number; readonly seen: number; readonly maybeDelivered: boolean }
  egress_response_invalid: { readonly reason: 'framing' | 'content_encoding'; readonly maybeDelivered: boolean }
  egress_saturated: { readonly limit: number }
  // Services: a reviewed profile, its deployment, and calls of its operations.
  contract_unsupported: { readonly file: string }
  member_unknown: { readonly file: string; readonly pointer: string }
  secret_in_document: { readonly file: string; readonly pointer: string }
  tool_unmapped: { readonly tool: string }
  mapped_tool_absent: { readonly tool: string }
  operation_duplicate: { readonly operation: string }
  deployment_invalid: { readonly file: string; readonly pointer: string; readonly reason: string }
  deployment_missing: { readonly service: string }
  binding_mismatch: { readonly operation: string; readonly part: 'absent' | 'unknown' | 'endpoint' | 'credential' | 'grants' }
  operation_set_mismatch: { readonly service: string; readonly missing: readonly string[]; readonly unknown: readonly string[] }
  service_collision: { readonly kind: 'service' | 'provider' | 'authority' | 'operation'; readonly ref: string }
  operation_not_found: Record<never, never>
  lease_stale: Record<never, never>
  connection_mismatch: Record<never, never>
  /** `sealed` is where the operator finds what the server said, or null where nothing was kept. */
  operation_failed: { readonly operation: string; readonly sealed: string | null }
  secret_unavailable: { readonly reason: 'missing' | 'store' | 'form' | 'loan_ended' }
  // Governance documents.
  repository_unreadable: { readonly reason: 'not_a_repository' | 'git_missing' | 'revision_unknown' | 'shallow' | 'git_failed' }
  document_unreadable: { readonly file: string; readonly reason: 'absent' | 'not_utf8' | 'too_large' | 'outside_root' | 'not_a_file' }
}

/** A stable name of one failure: the thing to match on. Codes are only ever added. */
export type ErrorCode = keyof ErrorDetails
