/** Headers of a request whose values are no credentials, whoever set them. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set(['accept-language', 'baggage', 'traceparent', 'tracestate', 'user-agent'])

/**
 * The credentials in a header that a caller set: what follows the scheme (RFC 9110, 11.4), both parts of Basic, the value
 * of each cookie, and any other value as a whole. Callers set headers to be let in, so every value counts.
 */
export function credentialsInHeader(name: string, value: string): readonly string[] {
  const lower = name.toLowerCase()
  if (PLAIN_HEADERS.has(lower)) return []
  if (lower === 'cookie') return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  const [, scheme, credentials] = /^([A-Za-z][\w-]*) +(\S+)$/.exec(value.trim()) ?? []
  if (scheme === undefined || credentials === undefined) return [value.trim()]
  if (scheme.toLowerCase() !== 'basic') return [credentials]
  const decoded = Buffer.from(credentials, 'base64').toString('utf8')
  return [credentials, decoded, decoded.slice(decoded.indexOf(':') + 1)]
}

const CREDENTIAL_NAME = /token(?!s\b)|secret|passw|passphrase|pwd|key\b|auth(?!ors?\b)|bearer|credential|cookie|signature|jwt|(?:^|_)(?:pat|sas)(?:_|$)/i
/** Forms of vendors, and JSON Web Tokens. */
const VENDOR_FORM =
  /^(?:(?:sk|pk|rk)[-_]\S{8,}|gh[a-z]_\w{16,}|github_pat_\w+|glpat-\S+|xox[a-z]-\S+|(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza\S{20,}|npm_\w{20,}|hf_\w{16,}|eyJ[\w-]+\.[\w-]+\.\S*)$/
const HEX_FORM = /^[0-9a-f]{32,}$/i

/**
 * The credentials in a variable that a program was started with: its value where its name speaks of one or its form is
 * one, and the password in an address. Other values are folders, regions and modes: results of servers are full of them.
 */
export function credentialsInVariable(name: string, value: string): readonly string[] {
  if (CREDENTIAL_NAME.test(name) || VENDOR_FORM.test(value) || HEX_FORM.test(value) || isMixed(value)) return [value]
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(value) || !URL.canParse(value)) return []
  const { password } = new URL(value)
  return [value, password, decode(password)]
}

/** At least 20 characters, in both cases and with digits: nobody writes that by hand. */
function isMixed(value: string): boolean {
  return /^[\w+=~-]{20,}$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
