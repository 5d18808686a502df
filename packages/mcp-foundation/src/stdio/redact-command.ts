const REDACTED = '[redacted]'

/** Names of options, headers, parameters and variables whose value is a credential. */
const CREDENTIAL_NAME = /token(?!s\b)|secret|passw|passphrase|\bpwd\b|api[-_.]?key|access[-_.]?key|private[-_.]?key|auth(?!ors?\b)|bearer|credential|cookie|signature|\bsas\b|\bjwt\b/i

/** Credentials that are recognised by their own form: vendor prefixes, JSON Web Tokens, authorization schemes. */
const CREDENTIAL_VALUE =
  /^(?:(?:bearer|basic|token)\s+\S+|(?:sk|pk|rk)[-_]\S{8,}|gh[a-z]_\w{16,}|github_pat_\w+|glpat-\S+|xox[a-z]-\S+|(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza\S{20,}|ya29\.\S+|npm_\w{20,}|hf_\w{16,}|eyJ[\w-]+\.[\w-]+\.\S*)$/i

/** A URL up to its end: scheme, authority, then the rest. */
const URL_FORM = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/is

/** Switches that take no value although their name speaks of credentials: `--no-auth`. */
const SWITCH = /^-{1,2}(?:no|disable|enable|skip|without)-/

/**
 * The command as it was asked for, without what looks like a credential. For evidence and display, never to run.
 *
 * The rule, per argument, first match wins:
 * 1. The argument before it is an option (`-…` without `=`) with a credential name: the whole value goes.
 *    Not after a switch (`--no-…`, `--disable-…`, `--enable-…`, `--skip-…`, `--without-…`).
 * 2. `name=value`, `Name: value` or `Name:value` (option, variable, header) with a credential name: the value goes, the
 *    name stays.
 * 3. A URL: user information goes, and each query or fragment value with a credential name or form.
 * 4. A value (whole, or after the `=` or `: ` of any name) of a credential's form goes: known prefixes, JWT,
 *    `Bearer …`, 32 or more hexadecimal digits and dashes, or 32 or more letters in both cases mixed with digits.
 * In every case the values of `env` variables with a credential name, 8 characters or longer, are cut out wherever
 * they stand. What follows a one-letter option (`-p value`) and has no known form stays: name such values in `env`.
 *
 * A credential name holds, in any case: token, secret, passw, passphrase, pwd, api key, access key, private key, auth,
 * bearer, credential, cookie, signature, sas, jwt; but not tokens, author, authors.
 */
export function redactCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {}
): readonly string[] {
  const known = Object.entries(env)
    .filter(([name, value]) => CREDENTIAL_NAME.test(name) && value.length >= 8)
    .map(([, value]) => value)
    .sort((a, b) => b.length - a.length)
  const shown = args.map((argument, index) => redactArgument(argument, args[index - 1]))
  return [command, ...shown].map((word) => known.reduce((text, value) => text.replaceAll(value, REDACTED), word))
}

function redactArgument(argument: string, before: string | undefined): string {
  if (!argument.startsWith('-') && before !== undefined && takesCredential(before)) return REDACTED
  const pair = /^([^=:/\s]+)(=|:\s*)(.*)$/s.exec(argument)
  if (pair === null) return redactValue(argument)
  const [, name = '', mark = '', value = ''] = pair
  if (CREDENTIAL_NAME.test(name)) return name + mark + REDACTED
  return mark === ':' ? redactValue(argument) : name + mark + redactValue(value)
}

function takesCredential(option: string): boolean {
  return /^-[^=]+$/.test(option) && CREDENTIAL_NAME.test(option) && !SWITCH.test(option)
}

function redactValue(value: string): string {
  const url = URL_FORM.exec(value)
  if (url !== null) {
    const [, scheme = '', authority = '', rest = ''] = url
    return scheme + authority.replace(/^.*@/s, `${REDACTED}@`) + rest.replaceAll(/([?&#;])([^=&#;]+)=([^&#;]*)/g, redactParameter)
  }
  return looksSecret(value) ? REDACTED : value
}

function redactParameter(whole: string, mark: string, name: string, value: string): string {
  return CREDENTIAL_NAME.test(name) || looksSecret(value) ? `${mark}${name}=${REDACTED}` : whole
}

function looksSecret(value: string): boolean {
  if (CREDENTIAL_VALUE.test(value) || /^[0-9a-f-]{32,}$/i.test(value)) return true
  return /^[\w+=-]{32,}$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
}
