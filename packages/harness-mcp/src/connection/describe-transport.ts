import type { McpTransport } from '@b10x/mcp-foundation'
import { createHttpExchange, httpTransport } from '@b10x/mcp-foundation/http'
import type { HttpTransportOptions } from '@b10x/mcp-foundation/http'
import { sseTransport } from '@b10x/mcp-foundation/sse'
import type { HttpAuthorization, HttpExchange } from '@b10x/ports'
import { AUTHORIZE } from './auth.ts'
import type { McpAuthProvider } from './auth.ts'
import type { ConnectionLog } from './connection-log.ts'
import type { SentSecrets } from './sent-secrets.ts'
import type { McpServerOptions } from './server-options.ts'
import { watchAuthorization } from './watch-authorization.ts'

/** A way to a server; nothing was opened yet. */
export interface DescribedTransport {
  readonly transport: McpTransport
  /** Ends the sockets of OAuth, where they are ours. */
  close(): Promise<void>
}

/**
 * The transport that the options describe. It notes what credentials it sends.
 * @throws GovernedError `endpoint_invalid`, `header_invalid`
 */
export function describeTransport(options: McpServerOptions, secrets: SentSecrets, log: ConnectionLog): DescribedTransport {
  const { url, authProvider, allowInsecureHosts } = options
  const own = authProvider !== undefined && options.exchange === undefined ? createHttpExchange() : undefined
  const exchange = options.exchange ?? own
  const http: HttpTransportOptions = {
    ...(options.headers === undefined ? {} : { headers: noteHeaders(options.headers, secrets) }),
    ...(options.exchange === undefined ? {} : { exchange: options.exchange }),
    ...(allowInsecureHosts === undefined ? {} : { allowInsecureHosts }),
    ...(authProvider === undefined || exchange === undefined
      ? {}
      : { authorization: watchAuthorization(authorize(authProvider, exchange, options), secrets, log) })
  }
  const transport = options.transport === 'sse' ? sseTransport(url, http) : httpTransport(url, http)
  return { transport, close: async () => own?.close() }
}

function authorize(provider: McpAuthProvider, exchange: HttpExchange, options: McpServerOptions): HttpAuthorization {
  const { url, allowInsecureHosts, authorizationCode, authorizationResponse } = options
  return provider[AUTHORIZE]({
    endpoint: String(url),
    exchange,
    ...(allowInsecureHosts === undefined ? {} : { allowInsecureHosts }),
    ...(authorizationCode === undefined ? {} : { authorizationCode }),
    ...(authorizationResponse === undefined ? {} : { authorizationResponse })
  })
}

/** A function is asked for each request, and what it gives is noted then. */
function noteHeaders(
  headers: NonNullable<McpServerOptions['headers']>,
  secrets: SentSecrets
): NonNullable<McpServerOptions['headers']> {
  if (typeof headers !== 'function') {
    secrets.addHeaders(headers)
    return headers
  }
  return async () => {
    const asked = await headers()
    secrets.addHeaders(asked)
    return asked
  }
}
