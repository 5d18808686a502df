import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from './error-code.ts'

// A pin. Users match on these names: a code may be added here, and never be renamed, removed or given a new meaning.
const CODES = [
  'arguments_invalid',
  'baseline_missing',
  'bound_exceeded',
  'bounds_invalid',
  'cancelled',
  'config_invalid',
  'connection_closed',
  'credential_rejected',
  'deadline_exceeded',
  'endpoint_invalid',
  'endpoint_unreachable',
  'foundation_release_mismatch',
  'header_invalid',
  'header_mismatch',
  'http_status_unexpected',
  'json_invalid',
  'message_invalid',
  'outcome_unknown',
  'page_cursor_repeated',
  'platform_unsupported',
  'process_exited',
  'program_not_found',
  'protocol_revision_changed',
  'protocol_version_unsupported',
  'redirect_denied',
  'remote_error',
  'response_invalid',
  'result_too_large',
  'schema_unsupported',
  'session_expired',
  'snapshot_digest_mismatch',
  'snapshot_invalid',
  'snapshot_mismatch',
  'stream_ended',
  'tool_invalid',
  'tool_name_duplicate',
  'tool_not_found',
  'tools_not_offered',
  'usage_invalid',
  'variable_missing'
]

const FAMILIES = [
  'admission', 'bounds', 'configuration', 'credential', 'negotiation', 'remote', 'snapshot', 'transport', 'validation'
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
