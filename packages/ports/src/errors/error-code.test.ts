import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from './error-code.ts'

// A pin. Users match on these names: a code may be added here, and never be renamed, removed or given a new meaning.
const CODES = [
  'address_denied',
  'approval_denied',
  'approval_required',
  'arguments_invalid',
  'audit_unavailable',
  'authentication_missing',
  'authenticator_unavailable',
  'authorization_code_spent',
  'authorization_refused',
  'authorization_required',
  'authorization_response_invalid',
  'baseline_missing',
  'binding_mismatch',
  'bound_exceeded',
  'bounds_invalid',
  'cancelled',
  'client_registration_failed',
  'config_invalid',
  'connection_closed',
  'connection_mismatch',
  'contract_unsupported',
  'credential_echoed',
  'credential_rejected',
  'deadline_exceeded',
  'deployment_invalid',
  'deployment_missing',
  'destination_denied',
  'document_unreadable',
  'effect_undeclared',
  'egress_binding_invalid',
  'egress_bound_exceeded',
  'egress_response_invalid',
  'egress_saturated',
  'egress_timeout',
  'egress_unreachable',
  'endpoint_invalid',
  'endpoint_unreachable',
  'foundation_release_mismatch',
  'governance_missing',
  'header_invalid',
  'header_mismatch',
  'hook_refused',
  'host_denied',
  'http_status_unexpected',
  'input_required',
  'instance_not_found',
  'insufficient_scope',
  'invalid_token',
  'issuer_mismatch',
  'issuer_missing',
  'json_invalid',
  'lease_stale',
  'mapped_tool_absent',
  'member_unknown',
  'message_invalid',
  'model_failed',
  'oauth_metadata_invalid',
  'oauth_state_invalid',
  'operation_duplicate',
  'operation_failed',
  'operation_not_found',
  'operation_set_mismatch',
  'option_invalid',
  'origin_denied',
  'outcome_unknown',
  'page_cursor_repeated',
  'pkce_unsupported',
  'platform_unsupported',
  'policy_denied',
  'process_exited',
  'profile_invalid',
  'program_not_found',
  'protocol_revision_changed',
  'protocol_version_unsupported',
  'rate_limited',
  'redirect_denied',
  'remote_error',
  'repository_unreadable',
  'resource_mismatch',
  'response_invalid',
  'result_handle_unknown',
  'result_mismatch',
  'result_too_large',
  'result_unrecognized',
  'schema_unsupported',
  'scope_insufficient',
  'secret_in_document',
  'secret_unavailable',
  'service_collision',
  'session_expired',
  'snapshot_digest_mismatch',
  'snapshot_invalid',
  'snapshot_mismatch',
  'stream_ended',
  'token_request_failed',
  'token_response_invalid',
  'tool_failed',
  'tool_invalid',
  'tool_name_collision',
  'tool_name_duplicate',
  'tool_not_found',
  'tool_not_published',
  'tool_unmapped',
  'tools_not_offered',
  'turn_limit_reached',
  'usage_invalid',
  'variable_missing'
]

const FAMILIES = [
  'admission', 'authentication', 'bounds', 'configuration', 'credential', 'egress', 'negotiation', 'remote', 'snapshot', 'transport', 'validation'
]

describe('the table of codes', () => {
  it('holds exactly the codes that were published', () => {
    expect(Object.keys(ERROR_CODES).sort()).toEqual(CODES)
  })

  it.each(Object.entries(ERROR_CODES))('%s is spelt, filed and worded like every other', (code, { family, exit, message }) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    expect(FAMILIES).toContain(family)
    expect([1, 2, 3, 4]).toContain(exit)
    expect(message).toMatch(/^[A-Z][^\n]*\.$/)
  })

  it('says different things about different failures', () => {
    const messages = Object.values(ERROR_CODES).map(({ message }) => message)
    expect(new Set(messages).size).toBe(messages.length)
  })
})
