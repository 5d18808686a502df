import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import type { Authenticator, CallContext, Clock, JsonObject, ToolPort } from '@b10x/ports'
import { fetchExchange } from './http/fetch-exchange.ts'
import { createFront } from './front/create-front.ts'
import { handleExchange } from './http/handle-exchange.ts'
import type { HttpServerState } from './http/http-server-state.ts'
import { NodeExchange } from './http/node-exchange.ts'
import { createServerState } from './protocol/server-state.ts'
import type { ServerBounds } from './server-bounds.ts'
import { keepParts } from './server-parts.ts'
import { openStdioSession } from './stdio/serve-stdio.ts'
import type { StdioSession } from './stdio/serve-stdio.ts'

/** What a server says of itself, whom it lets in and what it bounds. */
export interface ToolServerOptions {
  /** `serverInfo` of the protocol. */
  readonly name: string
  readonly version: string
  /** Shown to models by clients. */
  readonly instructions?: string
  /** Absent: nobody is asked, and only loopback is served. */
  readonly authenticate?: Authenticator
  /** The canonical URI of this server, for metadata and audience. From configuration, never from a header. */
  readonly resource?: string
  /** Issuers, for protected resource metadata (RFC 9728). */
  readonly authorizationServers?: readonly string[]
  /** Scopes that calling and listing need, and all that the metadata names. */
  readonly scopes?: { readonly call?: string; readonly list?: string; readonly supported?: readonly string[] }
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
  /** Overrides of `DEFAULT_SERVER_BOUNDS`. */
  readonly bounds?: Partial<ServerBounds>
  /**
   * Calls the listener whenever the tools changed; returns how to stop. Present: `listChanged` is declared wherever it can
   * be delivered, and the source must be a function.
   */
  readonly changes?: (listener: () => void) => () => void
  /** Refuse calls of tools without an effect (`effect_undeclared`), for sources that change. Default false. */
  readonly requireEffect?: boolean
  /** Client capabilities (MCP 2026-07-28) that a tool cannot do without, by its name; calls without them answer -32021. */
  readonly requiredCapabilities?: Readonly<Record<string, JsonObject>>
  /** For the operator: what was thrown, which is never sent, under the reference that was sent. */
  readonly onError?: (error: unknown, reference: string) => void
  readonly clock?: Clock
}

/** A function is asked with every request: the set it gives may change, the sets themselves may not. */
export type ToolSource = ToolPort | (() => ToolPort)

/** A tools-only MCP server: 2026-07-28 and the handshake revisions from 2024-11-05 on, on one endpoint. */
export interface ToolServer {
  /** For node:http. Resolves when the response is over. */
  handleNode(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** For servers of the web standard. */
  handleFetch(request: Request, info?: { readonly remoteAddress?: string }): Promise<Response>
  /** One process serves one client; resolves when the input ended and every answer is written. */
  serveStdio(streams?: { readonly input: Readable; readonly output: Writable }, context?: CallContext): Promise<void>
  /** Refuses new requests, lets calls in flight finish for `graceMs` (default 10 000), then cancels them. */
  close(options?: { readonly graceMs?: number }): Promise<void>
}

const DEFAULT_GRACE_MS = 10_000

/**
 * Serves what the source publishes. A fixed port is judged here, one that a function gives with the first request for it.
 * @throws GovernedError `option_invalid`, `bounds_invalid`, `tool_name_collision`
 */
export function createToolServer(source: ToolSource, options: ToolServerOptions): ToolServer {
  const server = createServerState(source, options)
  const front = createFront(options, server.bounds, server.report)
  const http: HttpServerState = { server, front, cancellable: new Map(), isClosing: false }
  const sessions = new Set<StdioSession>()
  const busy = new Set<Promise<void>>()

  /** What `close` waits for. */
  const track = (work: Promise<void>): Promise<void> => {
    const tracked = work.finally(() => busy.delete(tracked))
    busy.add(tracked)
    return tracked
  }

  const made: ToolServer = {
    handleNode(request, response) {
      const exchange = new NodeExchange(request, response)
      return track(handleExchange(http, exchange).then(() => exchange.over))
    },
    async handleFetch(request, info) {
      const exchange = fetchExchange(request, info?.remoteAddress)
      void track(handleExchange(http, exchange))
      return exchange.response
    },
    serveStdio(streams = { input: process.stdin, output: process.stdout }, context = {}) {
      const session = openStdioSession(server, streams.input, streams.output, context)
      sessions.add(session)
      return track(session.over.finally(() => sessions.delete(session)))
    },
    async close({ graceMs = DEFAULT_GRACE_MS } = {}) {
      http.isClosing = true
      server.feed.end()
      for (const session of sessions) session.close()
      const drained = Promise.allSettled([...busy])
      const timer = setTimeout(() => {
        for (const call of [...server.calls]) call.cancel()
      }, graceMs)
      await drained
      clearTimeout(timer)
    }
  }
  keepParts(made, { front, bounds: server.bounds })
  return made
}
