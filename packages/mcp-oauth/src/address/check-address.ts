/** Which addresses discovered documents may lead to. */
export interface AddressPolicy {
  /** Null: acceptable. */
  refuse(address: string): 'unparsable' | 'insecure' | null
}

/**
 * https, or http to a host in `allowInsecureHosts`; http to loopback only where the endpoint is on loopback itself, so
 * that a remote server cannot make us talk to services of this machine (OAuth 2.1, 1.5). No other scheme, no user
 * information, no fragment: an allow list, as a deny list has missed `javascript:` and `file:` elsewhere.
 */
export function createAddressPolicy(endpoint: string, allowInsecureHosts: readonly string[]): AddressPolicy {
  const local = isLoopback(new URL(endpoint).hostname)
  const hosts = allowInsecureHosts.map((host) => host.toLowerCase())
  return {
    refuse(address) {
      if (!URL.canParse(address)) return 'unparsable'
      const url = new URL(address)
      if (url.username !== '' || url.password !== '' || url.href.includes('#')) return 'unparsable'
      if (url.protocol === 'https:') return null
      if (url.protocol !== 'http:') return 'insecure'
      if (local && isLoopback(url.hostname)) return null
      return hosts.includes(url.hostname) || hosts.includes(url.host) ? null : 'insecure'
    }
  }
}

/** WHATWG URL has already brought every spelling of an IPv4 address into the dotted form. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
