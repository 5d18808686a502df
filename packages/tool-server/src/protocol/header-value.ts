import { isUtf8 } from 'node:buffer'

const PREFIX = '=?base64?'
const SUFFIX = '?='
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * A header value that mirrors a body value (MCP 2026-07-28, Streamable HTTP, value encoding): plain visible ASCII, or
 * Base64 of UTF-8 between the sentinels. Null when it is neither, so that it equals nothing.
 */
export function decodeHeaderValue(value: string): string | null {
  if (!value.startsWith(PREFIX) || !value.endsWith(SUFFIX) || value.length < PREFIX.length + SUFFIX.length) {
    return /^[\t\x20-\x7e]*$/.test(value) ? value : null
  }
  const encoded = value.slice(PREFIX.length, -SUFFIX.length)
  if (!BASE64.test(encoded)) return null
  const bytes = Buffer.from(encoded, 'base64')
  // Bits that no encoder sets would make two spellings of one value.
  return isUtf8(bytes) && bytes.toString('base64') === encoded ? bytes.toString() : null
}
