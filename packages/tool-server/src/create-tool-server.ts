import { fetchExchange } from './http/fetch-exchange.ts'
import { createFront } from './front/create-front.ts'
import { handleExchange } from './http/handle-exchange.ts'
import type { HttpServerState } from './http/http-server-state.ts'
import { NodeExchange } from './http/node-exchange.ts'
import { createServerState } from './protocol/server-state.ts'
import { keepParts } from './server-parts.ts'
import { openStdioSession } from './stdio/serve-stdio.ts'
import type { StdioSession } from './stdio/serve-stdio.ts'
import type { ToolServer, ToolServerOptions, ToolSource } from './tool-server.ts'

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
      const drained = Promise.allSettled(busy)
      const timer = setTimeout(() => {
        for (const call of server.calls) call.cancel()
      }, graceMs)
      await drained
      clearTimeout(timer)
    }
  }
  keepParts(made, { front, bounds: server.bounds })
  return made
}
