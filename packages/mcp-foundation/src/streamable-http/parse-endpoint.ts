import { GovernedError } from '@b10x/ports/errors'

/** An address that was found acceptable. */
export interface HttpEndpoint {
  /** The complete address, as WHATWG URL serialises it. May hold a secret in its query: never shown. */
  readonly href: string
  /** Scheme, host and port; a prefix of `href`. */
  readonly origin: string
  /** The address with every query value replaced by `[redacted]`: evidence. */
  readonly evidence: string
}

/**
 * https to anywhere; http only to loopback (127.0.0.0/8, ::1, localhost) or to a host in `allowInsecureHosts`
 * (`name` or `name:port`, as WHATWG URL spells it).
 * @throws GovernedError `endpoint_invalid` with its reason
 */
export function parseEndpoint(address: string | URL, allowInsecureHosts: readonly string[]): HttpEndpoint {
  if (!URL.canParse(String(address))) throw new GovernedError('endpoint_invalid', { reason: 'unparsable' })
  const url = new URL(String(address))
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new GovernedError('endpoint_invalid', { reason: 'scheme' })
  }
  if (url.username !== '' || url.password !== '') throw new GovernedError('endpoint_invalid', { reason: 'userinfo' })
  // An empty fragment leaves `hash` empty, but it is still a fragment.
  if (url.href.includes('#')) throw new GovernedError('endpoint_invalid', { reason: 'fragment' })
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !isAllowed(url, allowInsecureHosts)) {
    throw new GovernedError('endpoint_invalid', { reason: 'insecure' })
  }
  return { href: url.href, origin: url.origin, evidence: `${url.origin}${url.pathname}${redactQuery(url.search)}` }
}

/** WHATWG URL has already brought every spelling of an IPv4 address into the dotted form. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function isAllowed(url: URL, hosts: readonly string[]): boolean {
  return hosts.some((host) => host.toLowerCase() === url.hostname || host.toLowerCase() === url.host)
}

/** A parameter without `=` may be all secret. */
function redactQuery(search: string): string {
  if (search === '') return ''
  const parameters = search.slice(1).split('&')
  return `?${parameters.map((one) => (one.includes('=') ? `${one.slice(0, one.indexOf('='))}=[redacted]` : '[redacted]')).join('&')}`
}
