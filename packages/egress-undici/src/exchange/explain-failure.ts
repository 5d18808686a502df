import type { EgressPhase } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { UnreachableReason } from '@b10x/ports/errors'

const REASONS: readonly (readonly [RegExp, UnreachableReason])[] = [
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'reset'],
  [/^ETIMEDOUT$/, 'timeout'],
  // Names of X509 verification results (OpenSSL) and of node:tls.
  [/^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/, 'tls']
]

/** The refusal for a failure of the system, of TLS or of undici. Its cause keeps no bytes of the peer: they may echo a credential. */
export function explainFailure(error: unknown, phase: EgressPhase, maybeDelivered: boolean): GovernedError {
  if (error instanceof GovernedError) return error
  // A parser error carries what it could not parse.
  if (error instanceof Error && 'data' in error) delete error.data
  const code = codeOf(error)
  // What is not one unambiguous message (RFC 9112, 6.3). Some errors of the parser have a code, the others a name.
  if (/^(HPE_|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/.test(code) || (error instanceof Error && error.name === 'HTTPParserError')) return new GovernedError('egress_response_invalid', { reason: 'framing', maybeDelivered }, { cause: error })
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
  return new GovernedError('egress_unreachable', { phase, reason, maybeDelivered }, { cause: error })
}

/** Whether the head of a response was larger than undici was told to take. */
export function isHeaderOverflow(error: unknown): boolean {
  return codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW'
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
