import { ResponseBodyError } from 'oauth4webapi'
import { GovernedError } from '@b10x/ports/errors'
import type { ErrorDetails } from '@b10x/ports/errors'
import { OAUTH_BOUNDS } from '../bounds.ts'
import { parseObject } from '../http/parse-object.ts'
import type { Reception } from '../http/send-request.ts'

/** RFC 6749, 5.2; RFC 8707, 2. Everything else a server may say is `other`. */
const ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target'
]

/**
 * The members of a token response that are used, before the library reads the rest (RFC 6749, 5.1; RFC 6750, 2.1).
 * @throws GovernedError `token_response_invalid`
 */
export async function checkTokenResponse(response: Response): Promise<void> {
  if (response.status !== 200) return
  const answer = response.headers.get('content-type') === 'application/json' ? parseObject(await response.clone().text()) : null
  if (answer === null) throw invalid('not_json')
  const { access_token: accessToken, token_type: type, expires_in: expiresIn, refresh_token: refreshToken, scope } = answer
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') throw invalid('token_type')
  if (!isToken(accessToken)) throw invalid('access_token')
  if (expiresIn !== undefined && !isLifetime(expiresIn)) throw invalid('expires_in')
  if (refreshToken !== undefined && !isToken(refreshToken)) throw invalid('other')
  if (scope !== undefined && (typeof scope !== 'string' || scope.length > OAUTH_BOUNDS.maxScopeCharacters)) throw invalid('other')
}

/** Seconds, as a number or, from some servers, as its digits. */
function isLifetime(value: unknown): boolean {
  return Number(value) > 0 && /^[0-9]{1,15}(\.[0-9]*)?$/.test(String(value))
}

/** It goes into a header: visible ASCII, and not endless. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= OAUTH_BOUNDS.maxTokenCharacters && /^[\x21-\x7e]+$/.test(value)
}

/** A request without a readable response. */
export function explainTokenFault({ fault, cause }: Extract<Reception, { kind: 'fault' }>): GovernedError {
  if (fault !== 'unreachable') return invalid(fault)
  return new GovernedError('token_request_failed', { error: 'other', status: null }, cause === undefined ? {} : { cause })
}

/** What the library refused. It keeps whole responses, so none of it becomes a cause. */
export function tokenRequestFailed(error: unknown): GovernedError {
  if (error instanceof ResponseBodyError) {
    const known = ERRORS.includes(error.error) ? error.error : 'other'
    return new GovernedError('token_request_failed', { error: known, status: error.status })
  }
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
  if (cause instanceof Response) {
    return cause.status === 200 ? invalid('other') : new GovernedError('token_request_failed', { error: 'other', status: cause.status })
  }
  return typeof code === 'string' ? invalid('other') : new GovernedError('token_request_failed', { error: 'other', status: null })
}

function invalid(reason: ErrorDetails['token_response_invalid']['reason']): GovernedError {
  return new GovernedError('token_response_invalid', { reason })
}
