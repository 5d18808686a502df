import type { JsonValue } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { Place } from './deployment-place.ts'
import { isJsonList, isJsonObject } from './read-value.ts'

/** Credentials that their own form gives away: prefixes of vendors, JSON Web Tokens, schemes with a value, keys in PEM. */
const FORMS = [
  /(?:^|[\s"'`,;()<>=])(?:sk|pk|rk)[-_][\w-]{16,}/,
  /(?:^|[\s"'`,;()<>=])(?:gh[a-z]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|npm_\w{20,}|hf_\w{16,})/,
  /(?:^|[\s"'`,;()<>=])(?:xox[a-z]-[\w-]{8,}|(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza[\w-]{20,}|ya29\.[\w-]{8,})/,
  /(?:^|[\s"'`,;()<>=])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/,
  /\b(?:bearer|basic)\s+[\w.~+/=-]{16,}/i,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/
]

/** Names of members that hold a credential. `credentialRef` names one. */
const HOLDS_CREDENTIAL = /token|secret|passw|passphrase|api[-_.]?key|access[-_.]?key|private[-_.]?key|bearer|credential|authorization|cookie/i
const NAMES_CREDENTIAL = /Ref$/

/**
 * Refuses the first text, in members and their names, that is a credential by its form or by the name of its member.
 * @throws GovernedError `secret_in_document`, never with the text: a member whose name is a credential is not named
 */
export function refuseSecrets(value: JsonValue, place: Place, member: string = ''): void {
  if (typeof value === 'string') {
    if (hasSecretForm(value) || isRandom(value) || isCredentialOf(member, value)) throw secretAt(place)
  } else if (isJsonList(value)) {
    for (const [index, item] of value.entries()) refuseSecrets(item, place.at(index), member)
  } else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (hasSecretForm(name) || isRandom(name)) throw secretAt(place)
      refuseSecrets(inner, place.at(name), name)
    }
  }
}

function secretAt({ file, pointer }: Place): GovernedError<'secret_in_document'> {
  return new GovernedError('secret_in_document', { file, pointer })
}

function isCredentialOf(member: string, value: string): boolean {
  return HOLDS_CREDENTIAL.test(member) && !NAMES_CREDENTIAL.test(member) && value !== ''
}

function hasSecretForm(text: string): boolean {
  return FORMS.some((form) => form.test(text)) || hasUserInformation(text)
}

/** An audience may be an address; one with a password in it is none. */
function hasUserInformation(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, searchParams } = new URL(text)
  return username !== '' || password !== '' || [...searchParams].some(([name, value]) => isRandom(value) || isCredentialOf(name, value))
}

/** Long and without a pattern, as no name is that people give. */
function isRandom(text: string): boolean {
  if (/^[0-9a-f]{32,}$/i.test(text)) return true
  return /^[\w+/=-]{24,}$/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
}
