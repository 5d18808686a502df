/** `host[:port]` as RFC 9110, 4.2.1 and 7.2 have it: no user information, no path, no space, nothing to be decoded. */
const AUTHORITY = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?)(?::(\d{1,5}))?$/

/** The names by which a machine reaches itself. */
export const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

export interface Authority {
  /** In lower case. */
  readonly host: string
  /** As written, without leading zeros; null where there is none. */
  readonly port: string | null
}

/** Null for whatever is not exactly an authority. No URL parser is asked: it would find `localhost` in `evil@localhost`. */
export function parseAuthority(text: string): Authority | null {
  const [, host, port] = AUTHORITY.exec(text.toLowerCase()) ?? []
  if (host === undefined) return null
  if (port === undefined) return { host, port: null }
  return Number(port) > 65_535 ? null : { host, port: String(Number(port)) }
}

/** True where the list names the authority: with exactly its port, or without any. */
export function isListed(authority: Authority, list: ReadonlySet<string>): boolean {
  return list.has(authority.host) || (authority.port !== null && list.has(`${authority.host}:${authority.port}`))
}

/** True for an address of this machine alone, as sockets name it. */
export function isLoopbackAddress(address: string): boolean {
  if (address === '127.0.0.1' || address === '::1') return true
  const plain = address.toLowerCase().replace(/^::ffff:/, '')
  return plain === '::1' || plain === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(plain)
}
