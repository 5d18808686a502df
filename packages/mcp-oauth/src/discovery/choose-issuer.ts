import { GovernedError } from '@b10x/ports/errors'

/**
 * RFC 9728, 7.6: the choice is the client's. The reviewed one has to be listed, by plain string comparison; else the one
 * that credentials are held for, else the first.
 *
 * @throws GovernedError `oauth_metadata_invalid`
 */
export function chooseIssuer(listed: readonly string[], reviewed: string | null, known: string | null): string {
  if (reviewed !== null && !listed.includes(reviewed)) {
    throw new GovernedError('oauth_metadata_invalid', { document: 'protected_resource', reason: 'issuer_mismatch' })
  }
  const first = listed[0]
  if (first === undefined) {
    throw new GovernedError('oauth_metadata_invalid', { document: 'protected_resource', reason: 'no_authorization_server' })
  }
  return reviewed ?? (known !== null && listed.includes(known) ? known : first)
}
