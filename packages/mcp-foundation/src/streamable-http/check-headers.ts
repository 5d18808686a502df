import { GovernedError } from '@b10x/ports/errors'
import type { HeaderList } from '../transport/transport.ts'

/** Names that decide framing, routing or the protocol: they belong to the transport (RFC 9110, MCP Streamable HTTP). */
const RESERVED: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade'
])

/** RFC 9110, 5.6.2: token. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** RFC 9110, 5.5: visible characters, spaces, tabs and the upper half of latin1. No CR, LF or NUL. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Stands for a name that is not repeated: it may hold what should be in the value. */
export const UNUSABLE = '[unusable]'

/**
 * The caller's credential headers, names in lower case.
 * @throws GovernedError `header_invalid`; neither a value nor an unusable name is repeated in it
 */
export function checkHeaders(headers: Readonly<Record<string, string>>): HeaderList {
  if (typeof headers !== 'object' || headers === null) {
    throw new GovernedError('header_invalid', { header: UNUSABLE, reason: 'value' })
  }
  const checked = new Map<string, string>()
  for (const [spelling, value] of Object.entries(headers)) {
    const name = spelling.toLowerCase()
    if (!NAME.test(name)) throw new GovernedError('header_invalid', { header: UNUSABLE, reason: 'name' })
    if (RESERVED.has(name) || name.startsWith('proxy-') || name.startsWith('mcp-')) {
      throw new GovernedError('header_invalid', { header: name, reason: 'reserved' })
    }
    if (checked.has(name)) throw new GovernedError('header_invalid', { header: name, reason: 'name' })
    if (!isHeaderValue(value)) throw new GovernedError('header_invalid', { header: name, reason: 'value' })
    checked.set(name, value)
  }
  return [...checked]
}

/** True for a string that can be sent as one header value. */
function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && VALUE.test(value)
}
