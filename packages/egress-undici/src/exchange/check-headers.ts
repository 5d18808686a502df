import type { HeaderList } from '@b10x/ports'

/**
 * What frames a message, steers a connection or asks for a coding is the transport's own (RFC 9110, 7.6.1; RFC 9112).
 * `proxy-*` would reach a proxy that the review does not name.
 */
const OWN: ReadonlySet<string> = new Set([
  'host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'te', 'trailer', 'expect', 'http2-settings',
  'accept-encoding', 'content-encoding'
])

/** A name that a caller may send, in lower case (RFC 9110, 5.1). */
export function isSendableName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\da-z-]+$/.test(name) && !OWN.has(name) && !name.startsWith('proxy-')
}

/** Whether all headers may be sent: their names by the rules above and the review, their values visible ASCII, space and tab. */
export function areSendable(headers: HeaderList, allowed: ReadonlySet<string> | null): boolean {
  return headers.every(([name, value]) => isSendableName(name) && (allowed === null || allowed.has(name)) && /^[\t\x20-\x7e]*$/.test(value))
}
