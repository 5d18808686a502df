import type { HttpAuthorization } from '@b10x/ports'
import type { McpTransport } from '../transport/transport.ts'
import { chooseExchange } from './choose-exchange.ts'
import { createCredentialSource } from './credential-source.ts'
import type { CredentialHeaders } from './credential-source.ts'
import type { HttpExchange } from './http-exchange.ts'
import { openHttpChannel } from './open-channel.ts'
import { parseEndpoint } from './parse-endpoint.ts'

export interface HttpTransportOptions {
  /**
   * Headers for every request, credentials above all: a record, or a function that is asked for each request within its
   * deadline. Names that belong to the transport are refused. Values appear in no error and no output.
   */
  readonly headers?: CredentialHeaders | (() => CredentialHeaders | Promise<CredentialHeaders>)
  /**
   * Credentials that can be renewed, beside `headers`; a name may come from one of them. Asked for each request within
   * its deadline. A 401 or 403, which says that the server did nothing, is answered at most once each per message, and
   * the message is then sent again. Without it every challenge is `credential_rejected`.
   */
  readonly authorization?: HttpAuthorization
  /** What owns the sockets, instead of undici. Its owner closes it; closing a client only ends what runs through it. */
  readonly exchange?: HttpExchange
  /** Hosts, as `name` or `name:port`, that plain http may reach. Loopback always may. */
  readonly allowInsecureHosts?: readonly string[]
}

/**
 * An MCP server behind Streamable HTTP (MCP 2025-03-26 to 2026-07-28). Nothing is sent before a client connects.
 * @param url https, or http to loopback and to `allowInsecureHosts`; no user information, no fragment
 * @throws GovernedError `endpoint_invalid`, `header_invalid`
 */
export function httpTransport(url: string | URL, options: HttpTransportOptions = {}): McpTransport {
  const endpoint = parseEndpoint(url, options.allowInsecureHosts ?? [])
  const credentials = createCredentialSource(options.headers ?? {}, options.authorization)
  return {
    kind: 'streamable-http',
    async open(context) {
      context.signal.throwIfAborted()
      const exchange = chooseExchange(options.exchange, endpoint, context.bounds)
      return openHttpChannel(endpoint, credentials, exchange, context)
    }
  }
}
