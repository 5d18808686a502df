import { GovernedError } from '@b10x/ports/errors'

/** RFC 6750, 2.1: b64token, from 8 characters (shorter ones would be found in any text) to 16 KiB. */
const BEARER = /^[A-Za-z0-9\-._~+/]{1,16384}=*$/
const MIN_LENGTH = 8

/**
 * The header line of a bearer.
 * @throws GovernedError `secret_unavailable` (`form`)
 */
export function bearerHeader(token: string): readonly [name: string, value: string] {
  if (typeof token !== 'string' || token.length < MIN_LENGTH || !BEARER.test(token)) throw new GovernedError('secret_unavailable', { reason: 'form' })
  return ['authorization', `Bearer ${token}`]
}
