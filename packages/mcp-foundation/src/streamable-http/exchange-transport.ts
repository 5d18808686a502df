import type { Bounds } from '@b10x/ports'
import type { McpTransport } from '../transport/transport.ts'
import { borrowExchange } from './borrow-exchange.ts'
import { createCredentialSource } from './credential-source.ts'
import type { HttpExchange } from './http-exchange.ts'
import { openHttpChannel } from './open-channel.ts'
import { parseEndpoint } from './parse-endpoint.ts'
import type { HttpEndpoint } from './parse-endpoint.ts'
import type { ExchangeTransportOptions, HttpTransportOptions } from './transport-options.ts'

/**
 * An MCP server behind Streamable HTTP (MCP 2025-03-26 to 2026-07-28), over an exchange that somebody else owns: nothing
 * here can open a socket, and nothing that this module imports can. Nothing is sent before a client connects. The
 * exchange is asked for POST, for DELETE where a session ends, and for GET only where the answer of a call goes on in
 * another stream: one that refuses it leaves the outcome of that call unknown.
 * @param url https, or http to loopback and to `allowInsecureHosts`; no user information, no fragment
 * @throws GovernedError `endpoint_invalid`, `header_invalid`
 */
export function exchangeTransport(url: string | URL, options: ExchangeTransportOptions): McpTransport {
  return describeTransport(url, options, () => borrowExchange(options.exchange))
}

/** The one way to describe the transport. @param choose the exchange of one channel; it ends with the channel */
export function describeTransport(
  url: string | URL,
  options: HttpTransportOptions,
  choose: (endpoint: HttpEndpoint, bounds: Bounds) => HttpExchange
): McpTransport {
  const endpoint = parseEndpoint(url, options.allowInsecureHosts ?? [])
  const credentials = createCredentialSource(options.headers ?? {}, options.authorization)
  return {
    kind: 'streamable-http',
    async open(context) {
      context.signal.throwIfAborted()
      return openHttpChannel(endpoint, credentials, choose(endpoint, context.bounds), context)
    }
  }
}
