/** What looks like a credential. In doubt it is one: a reference too many costs one variable, a copy costs a secret. */

const CREDENTIAL_NAME = /token(?!s\b)|secret|pass|pwd|key|auth(?!ors?\b)|bearer|credential|cookie|signature|session|\bpat\b|_pat\b|\bsas\b|jwt|dsn/i

/** Known prefixes, JSON Web Tokens, and long random text. */
const KNOWN_FORM =
  /^(?:(?:sk|pk|rk)[-_]\S{8,}|gh[a-z]_\w{16,}|github_pat_\w+|glpat-\S+|xox[a-z]-\S+|(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza\S{20,}|ya29\.\S+|npm_\w{20,}|hf_\w{16,}|eyJ[\w-]+\.[\w-]+\.\S*)$/i

/** Values that hold nothing to hide: switches, small numbers, versions, one lower-case word, a path, a bare address. */
const PLAIN = /^(?:true|false|\d{1,5}|v?\d+(?:\.\d+){1,3}|[a-z]{1,12}|[~.]{0,2}\/[\w./@ -]*|[a-z]+\/[a-z+.-]+|https?:\/\/[\w.:-]+\/?)$/

/** Names of packages and tools: lower-case words and small numbers. */
const WORDS = /^[a-z]{2,}(?:[-_](?:[a-z]+|\d{1,4}|v\d{1,3}))*$/

export const isCredentialName = (name: string): boolean => CREDENTIAL_NAME.test(name)

/** A value of `env` or `headers` that may be copied. Everything else becomes a reference. */
export function isPlainMember(name: string, value: string): boolean {
  return value === '' || (!isCredentialName(name) && PLAIN.test(value) && !looksSecret(value))
}

/** A word of a command line or an address that is a credential by its own form. */
export function looksSecret(value: string): boolean {
  if (KNOWN_FORM.test(value) || /^[0-9a-f-]{32,}$/i.test(value)) return true
  if (WORDS.test(value)) return false
  return /^[\w+=-]{24,}$/.test(value) && /[a-z]/i.test(value) && /\d/.test(value)
}
