import type { JsonValue } from '@b10x/mcp-foundation'
import type { Place } from './profile-place.ts'
import { isJsonObject } from './read-value.ts'

/** Credentials that are recognised by their own form: vendor prefixes, JSON Web Tokens, authorization schemes. */
const KNOWN_FORM =
  /^(?:(?:sk|pk|rk)[-_][\w-]{16,}|gh[a-z]_\w{16,}|github_pat_\w+|glpat-[\w-]{16,}|xox[a-z]-\S+|(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza[\w-]{20,}|ya29\.\S+|npm_\w{20,}|hf_\w{16,}|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*)$/
const SCHEME = /\b(?:bearer|basic)\s+[\w.~+/=-]{16,}/i

/** Names of options, parameters and variables whose value is a credential; not those whose value says where it is. */
const CREDENTIAL_NAME = /token(?!s\b)|secret|passw|passphrase|\bpwd\b|api[-_.]?key|access[-_.]?key|private[-_.]?key|bearer|credential|cookie|signature|\bsas\b|\bjwt\b/i
/** As often the name of a way to log in: `--auth oauth`. */
const AUTHORIZATION_NAME = /auth(?!ors?\b)/i
const WAY_TO_LOG_IN = /^[a-z0-9-]{1,16}$/
const NAMES_A_PLACE = /[-_](?:file|path|dir|env|var|name|url|uri|type|mode|scope)$|^-{1,2}(?:no|disable|enable|skip|without)-/i

/** Values that lead to a credential or switch something, and are none. */
const PLAIN = /^(?:|true|false|none|\d{1,5}|[~.]{0,2}\/.*|\$\{?\w+\}?|-.*)$/

/**
 * Refuses the first text, anywhere in the file, that is a credential by its own form. The digests that the format itself
 * asks for are none.
 * @throws GovernedError `profile_invalid`, reason `looks_secret`; never with the text
 */
export function refuseSecrets(value: JsonValue, place: Place): void {
  if (typeof value === 'string') {
    const words = value.split(/[\s"'`,;()<>]+/).map((word) => word.replace(/[.:!?]+$/, ''))
    if (SCHEME.test(value) || words.some((word) => KNOWN_FORM.test(word))) throw place.fault('looks_secret')
  } else if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly JsonValue[]).entries()) refuseSecrets(item, place.at(index))
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) refuseSecrets(member, place.at(name))
  }
}

/**
 * Refuses a command line that holds a credential: credentials go to a program by the name of a variable.
 * @throws GovernedError `profile_invalid`, reason `looks_secret`, at the argument
 */
export function refuseSecretArguments(command: readonly string[], place: Place): void {
  for (const [index, argument] of command.entries()) {
    const pair = /^([^=:/\s]+)(?:=|:\s*)(.*)$/s.exec(argument)
    const [name, value] = pair === null ? [command[index - 1] ?? '', argument] : [pair[1] ?? '', pair[2] ?? '']
    const isNamed = pair !== null || /^-[^=]+$/.test(name)
    if (isNamed && isCredential(name, value)) throw place.at(index).fault('looks_secret')
    if (isRandom(value) || holdsSecretAddress(argument)) throw place.at(index).fault('looks_secret')
  }
}

/** True for an address with user information, or with a parameter that is a credential by name or form. */
export function holdsSecretAddress(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return true
  return [...url.searchParams].some(([name, value]) => isCredential(name, value) || isRandom(value) || KNOWN_FORM.test(value))
}

function isCredential(name: string, value: string): boolean {
  if (NAMES_A_PLACE.test(name) || PLAIN.test(value)) return false
  return CREDENTIAL_NAME.test(name) || (AUTHORIZATION_NAME.test(name) && !WAY_TO_LOG_IN.test(value))
}

/** Long and without a pattern. In names of tools that would be too strict; in commands and addresses it is not. */
function isRandom(value: string): boolean {
  if (KNOWN_FORM.test(value) || /^[0-9a-f]{32,}$/i.test(value)) return true
  return /^[\w+=-]{32,}$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
}
