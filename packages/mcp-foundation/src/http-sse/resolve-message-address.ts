import { GovernedError } from '@b10x/ports/errors'
import { parseEndpoint } from '../streamable-http/parse-endpoint.ts'
import type { HttpEndpoint } from '../streamable-http/parse-endpoint.ts'

/**
 * Where messages are posted, from the data of the `endpoint` event (MCP 2024-11-05, HTTP with SSE): relative to the
 * address of the stream, or absolute, but never at another origin: messages and credentials would go to somebody else.
 * @throws GovernedError `endpoint_invalid` (`unparsable`, `other_origin`, `scheme`, `userinfo`, `fragment`)
 */
export function resolveMessageAddress(sent: string, stream: HttpEndpoint): string {
  if (!URL.canParse(sent, stream.href)) throw new GovernedError('endpoint_invalid', { reason: 'unparsable' })
  const url = new URL(sent, stream.href)
  if (url.origin !== stream.origin) throw new GovernedError('endpoint_invalid', { reason: 'other_origin' })
  // What may be plain http was decided for the stream.
  return parseEndpoint(url, [url.host]).href
}
