import { chooseExchange } from '../streamable-http/choose-exchange.ts'
import { createCredentialSource } from '../streamable-http/credential-source.ts'
import type { HttpTransportOptions } from '../streamable-http/transport-options.ts'
import { parseEndpoint } from '../streamable-http/parse-endpoint.ts'
import type { McpTransport } from '../transport/transport.ts'
import { openSseChannel } from './open-sse-channel.ts'

/**
 * An MCP server behind HTTP+SSE, the transport of MCP 2024-11-05 (deprecated since 2025-03-26): one event stream that
 * lives as long as the connection, and a POST per message. It speaks the revisions with a handshake only. A stream that
 * ends is not resumed; everything in flight rejects with `stream_ended` then.
 *
 * `open` rejects with GovernedError `endpoint_invalid` (`other_origin` and others, for the address that the server
 * names), `endpoint_unreachable`, `redirect_denied`, `credential_rejected`, `http_status_unexpected`,
 * `response_invalid`, `message_invalid`, `bound_exceeded`, `stream_ended`, `header_invalid`, or the reason of its signal.
 * @param url of the event stream: https, or http to loopback and to `allowInsecureHosts`; no user information, no fragment
 * @throws GovernedError `endpoint_invalid`, `header_invalid`
 */
export function sseTransport(url: string | URL, options: HttpTransportOptions = {}): McpTransport {
  const endpoint = parseEndpoint(url, options.allowInsecureHosts ?? [])
  const credentials = createCredentialSource(options.headers ?? {}, options.authorization)
  return {
    kind: 'sse',
    async open(context) {
      context.signal.throwIfAborted()
      return openSseChannel(endpoint, credentials, chooseExchange(options.exchange, endpoint, context.bounds), context)
    }
  }
}
