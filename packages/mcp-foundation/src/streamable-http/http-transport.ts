import type { McpTransport } from '../transport/transport.ts'
import { chooseExchange } from './choose-exchange.ts'
import { describeTransport } from './exchange-transport.ts'
import type { HttpTransportOptions } from './transport-options.ts'

/**
 * An MCP server behind Streamable HTTP (MCP 2025-03-26 to 2026-07-28). Nothing is sent before a client connects.
 * @param url https, or http to loopback and to `allowInsecureHosts`; no user information, no fragment
 * @throws GovernedError `endpoint_invalid`, `header_invalid`
 */
export function httpTransport(url: string | URL, options: HttpTransportOptions = {}): McpTransport {
  return describeTransport(url, options, (endpoint, bounds) => chooseExchange(options.exchange, endpoint, bounds))
}
