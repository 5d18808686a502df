import { GovernedError } from '@b10x/ports/errors'
import type { UnreachableReason } from '@b10x/ports/errors'

const REASONS: readonly (readonly [RegExp, UnreachableReason])[] = [
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, 'reset'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  // Names of X509 verification results (OpenSSL) and of node:tls.
  [/^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH)/, 'tls']
]

/** Why a socket or a response failed, told from the error code of node or undici. */
export function unreachableReason(error: unknown): UnreachableReason {
  const code = codeOf(error)
  return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
}

/** The refusal for an exchange that failed. Its cause keeps no bytes of the peer: they may echo a credential. */
export function unreachable(error: unknown): GovernedError<'endpoint_unreachable'> {
  // A parser error carries what it could not parse.
  if (error instanceof Error && 'data' in error) delete error.data
  return new GovernedError('endpoint_unreachable', { reason: unreachableReason(error) }, { cause: error })
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
