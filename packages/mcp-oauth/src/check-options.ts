import { GovernedError } from '@b10x/ports/errors'
import { joinScopes, uniteScopes } from './scopes/scope-set.ts'

/**
 * A value that goes into headers and forms: printable ASCII, not empty, at most 4096 characters.
 * @throws GovernedError `option_invalid`, without the value
 */
export function requireText(option: string, value: string | undefined): void {
  if (value !== undefined && !/^[\x20-\x7e]{1,4096}$/.test(value)) throw refused(option, 'text')
}

/** @throws GovernedError `option_invalid` */
export function requireIssuer(issuer: string | undefined): void {
  if (issuer !== undefined && !URL.canParse(issuer)) throw refused('issuer', 'unparsable')
}

/** @throws GovernedError `option_invalid`, where one of them is no scope token (RFC 6749, 3.3) */
export function requireScopes(option: string, scopes: readonly string[]): readonly string[] {
  const once = [...new Set(scopes)]
  const valid = uniteScopes(scopes)
  if (valid.length !== once.length || joinScopes(valid) === null) throw refused(option, 'scope')
  return valid
}

function refused(option: string, reason: string): GovernedError {
  return new GovernedError('option_invalid', { option, reason })
}
