import { GovernedError } from '@b10x/ports/errors'

/** `scope-token` of RFC 6749, 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/

/**
 * Scopes of an option, separated by spaces.
 * @throws GovernedError `option_invalid`
 */
export function parseScopes(text: string, option: string): readonly string[] {
  const scopes = text.split(' ').filter((scope) => scope !== '')
  if (!scopes.every((scope) => SCOPE.test(scope))) throw new GovernedError('option_invalid', { option, reason: 'not scopes of OAuth' })
  return scopes
}
