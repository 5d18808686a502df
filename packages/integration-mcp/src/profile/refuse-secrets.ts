import type { JsonValue } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { Place } from './profile-place.ts'
import { isJsonObject } from './read-value.ts'

/** Credentials that are recognised by their own form: vendor prefixes and JSON Web Tokens. */
const KNOWN_FORM =
  /^(?:(?:sk|pk|rk)[-_][\w-]{16,}|gh[a-z]_\w{16,}|github_pat_\w+|glpat-[\w-]{16,}|xox[a-z]-\S+|(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza[\w-]{20,}|ya29\.\S+|npm_\w{20,}|hf_\w{16,}|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*)$/
const SCHEME = /\b(?:bearer|basic)\s+[\w.~+/=-]{16,}/i
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/

/** Names of members and parameters that hold a credential; `credentialRef` names one. */
const CREDENTIAL_NAME = /token(?!s\b)|secret|passw|passphrase|\bpwd\b|api[-_.]?key|access[-_.]?key|private[-_.]?key|bearer|credential|authorization|cookie|signature|\bsas\b|\bjwt\b/i
const NAMES_ANOTHER = /(?:Ref|[-_](?:file|path|env|name|url|uri|type))$/

/** Values that are no secret, whatever their member is called. */
const PLAIN = /^(?:|true|false|none|null|\d{1,5}|\$\{?\w+\}?)$/i

/**
 * Refuses the first text, in members and their names, that is a credential by its form, or by the name of its member.
 * @throws GovernedError `secret_in_document`, never with the text: a member whose name is a credential is not named
 */
export function refuseSecrets(value: JsonValue, place: Place, member: string = ''): void {
  if (typeof value === 'string') {
    if (isSecretText(value) || isSecretMember(member, value)) throw secretAt(place)
  } else if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly JsonValue[]).entries()) refuseSecrets(item, place.at(index), member)
  } else if (isJsonObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (isSecretText(name)) throw secretAt(place)
      refuseSecrets(inner, place.at(name), name)
    }
  }
}

function secretAt({ file, pointer }: Place): GovernedError<'secret_in_document'> {
  return new GovernedError('secret_in_document', { file, pointer })
}

function isSecretMember(name: string, value: string): boolean {
  if (NAMES_ANOTHER.test(name)) return isRandom(value)
  return CREDENTIAL_NAME.test(name) && !PLAIN.test(value)
}

function isSecretText(text: string): boolean {
  if (SCHEME.test(text) || PRIVATE_KEY.test(text) || isSecretAddress(text)) return true
  const words = text.split(/[\s"'`,;()<>]+/).map((word) => word.replace(/[.:!?]+$/, ''))
  return words.some((word) => KNOWN_FORM.test(word))
}

/** An address with user information, or with a parameter that is a credential by name or form. */
function isSecretAddress(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return true
  return [...url.searchParams].some(([name, value]) => isRandom(value) || (value !== '[redacted]' && isSecretMember(name, value)))
}

/** Long and without a pattern. In prose and names of tools that would be too strict; in references it is not. */
function isRandom(value: string): boolean {
  if (KNOWN_FORM.test(value) || /^[0-9a-f]{32,}$/i.test(value)) return true
  return /^[\w+/=-]{24,}$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
}
