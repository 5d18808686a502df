import { createHash } from 'node:crypto'
import { GovernedError } from '@b10x/ports/errors'
import type { ErrorDetails } from '@b10x/ports/errors'
import { OAUTH_BOUNDS } from '../bounds.ts'
import type { StoredPending, StoredServer } from '../state/stored-state.ts'

/** What came back from the authorization server: the whole callback address, or its code alone. */
export type AuthorizationAnswer = { readonly kind: 'response'; readonly address: string } | { readonly kind: 'code'; readonly code: string }

/** `spends`: the attempt that the answer belongs to is over, whether or not it brought a code. */
export type Judgement =
  | { readonly kind: 'accepted'; readonly pending: StoredPending; readonly parameters: URLSearchParams; readonly digests: readonly string[] }
  | { readonly kind: 'refused'; readonly error: GovernedError; readonly spends: StoredPending | null }

/** RFC 6749, 4.1.2.1. */
const ERRORS = [
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable'
]

/**
 * Judges an answer, without I/O, in this order: the address, the state, the issuer (RFC 9207, 2.4), and only then what
 * else it says. An answer that is not ours ends no attempt: whoever guesses addresses must not be able to.
 */
export function judgeResponse(answer: AuthorizationAnswer, server: StoredServer, now: number): Judgement {
  const open = (server.pending ?? []).filter(({ at }) => Math.abs(now - at) < OAUTH_BOUNDS.pendingLifetimeMs)
  return answer.kind === 'code' ? judgeCode(answer.code, open, server) : judgeAddress(answer.address, open, server)
}

function judgeCode(code: string, open: readonly StoredPending[], server: StoredServer): Judgement {
  const digest = digestOf('code', code)
  if (server.spent?.includes(digest) === true) return refuse(new GovernedError('authorization_code_spent', {}))
  const pending = open.at(-1)
  if (pending === undefined) return refuse(invalid('not_pending'))
  if (pending.issPromised) return refuse(new GovernedError('issuer_missing', {}))
  if (code === '') return refuse(invalid('code'))
  const parameters = new URLSearchParams({ code, state: pending.state })
  return { kind: 'accepted', pending, parameters, digests: [digest, digestOf('state', pending.state)] }
}

function judgeAddress(address: string, open: readonly StoredPending[], server: StoredServer): Judgement {
  if (!URL.canParse(address)) return refuse(invalid('redirect'))
  const url = new URL(address)
  const parameters = url.searchParams
  const [state, ...others] = parameters.getAll('state')
  if (state === undefined || others.length > 0) return refuse(invalid('state'))
  if (server.spent?.includes(digestOf('state', state)) === true) return refuse(new GovernedError('authorization_code_spent', {}))
  if (open.length === 0) return refuse(invalid('not_pending'))
  const pending = open.find((one) => one.state === state)
  if (pending === undefined) return refuse(invalid('state'))
  if (!isRedirect(url, pending.redirectUrl)) return refuse(invalid('redirect'))
  return judgeIssuer(parameters, pending)
}

function judgeIssuer(parameters: URLSearchParams, pending: StoredPending): Judgement {
  const issuers = parameters.getAll('iss')
  if (issuers.length === 0 && pending.issPromised) return refuse(new GovernedError('issuer_missing', {}), pending)
  if (issuers.length > 1 || (issuers[0] ?? pending.issuer) !== pending.issuer) return refuse(new GovernedError('issuer_mismatch', {}), pending)
  const error = parameters.get('error')
  if (error !== null) return refuse(new GovernedError('authorization_refused', { error: ERRORS.includes(error) ? error : 'other' }), pending)
  const [code, ...codes] = parameters.getAll('code')
  if (code === undefined || code === '' || codes.length > 0) return refuse(invalid('code'), pending)
  // Only what the protocol knows: the callback may carry parameters of the host.
  const known = new URLSearchParams({ code, state: pending.state, ...(issuers[0] === undefined ? {} : { iss: issuers[0] }) })
  return { kind: 'accepted', pending, parameters: known, digests: [digestOf('code', code), digestOf('state', pending.state)] }
}

/** The query is the authorization server's; everything before it is ours. */
function isRedirect(url: URL, redirectUrl: string): boolean {
  const ours = new URL(redirectUrl)
  return url.protocol === ours.protocol && url.host === ours.host && url.pathname === ours.pathname
}

function digestOf(kind: 'code' | 'state', value: string): string {
  return createHash('sha256').update(`${kind} ${value}`).digest('base64url')
}

function invalid(reason: ErrorDetails['authorization_response_invalid']['reason']): GovernedError {
  return new GovernedError('authorization_response_invalid', { reason })
}

function refuse(error: GovernedError, spends: StoredPending | null = null): Judgement {
  return { kind: 'refused', error, spends }
}
