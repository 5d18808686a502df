import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GovernedError } from '@b10x/ports/errors'
import { DEFAULT_SERVER_BOUNDS } from '../server-bounds.ts'
import { partsOf } from '../server-parts.ts'
import { isLoopbackAddress } from './authority.ts'
import type { HttpServed } from './http-served.ts'
import { readListenOptions } from './listen-options.ts'
import type { ListenOptions } from './listen-options.ts'
import { isMetadataPath } from './resource-metadata.ts'

/** A server that listens. */
export interface Listening {
  /** `http://127.0.0.1:<port>/mcp` */
  readonly url: string
  /** Closes what is served and every connection. Idempotent. */
  close(): Promise<void>
}

/** How long a client may take for its headers, for its whole request, and between two requests. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 5_000 } as const
/** One token of the longest kind, and as much again. */
const MAX_HEADER_BYTES = 32 * 1024

/**
 * Serves over plain HTTP: on loopback, or behind whoever ends TLS. Null serves nothing: every path is 404, on any address.
 * @throws GovernedError `option_invalid`; `authentication_missing` before a socket opens, for an address beyond loopback
 *   and a server without `authenticate`; or the error of the system (`EADDRINUSE`)
 */
export async function listen(server: HttpServed | null, options: ListenOptions = {}): Promise<Listening> {
  const { port, host, path } = readListenOptions(options)
  const parts = server === null ? undefined : partsOf(server)
  if (server !== null && !isLoopbackAddress(host) && parts?.front.isGuarded !== true) {
    throw new GovernedError('authentication_missing', { option: 'authenticate' })
  }
  const settings = { ...TIMEOUTS, maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false }
  const http = createServer(settings, (request, response) => void route(server, path, request, response))
  http.maxConnections = (parts?.bounds ?? DEFAULT_SERVER_BOUNDS).maxConnections
  http.listen(port, host)
  await once(http, 'listening')
  const authority = authorityOf(http.address() as AddressInfo)
  parts?.front.addHost(authority)
  let closing: Promise<void> | null = null
  return {
    url: `http://${authority}${path}`,
    close() {
      closing ??= end(http, server)
      return closing
    }
  }
}

async function route(server: HttpServed | null, served: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(request.url ?? '')?.[1] ?? ''
  if (server === null || (path !== served && !isMetadataPath(path))) return void response.writeHead(404, { 'content-length': 0 }).end()
  try {
    await server.handleNode(request, response)
  } catch {
    response.destroy()
  }
}

async function end(http: Server, server: HttpServed | null): Promise<void> {
  const closed = once(http, 'close')
  http.close()
  await server?.close()
  http.closeAllConnections()
  await closed
}

function authorityOf({ address, port, family }: AddressInfo): string {
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`
}
