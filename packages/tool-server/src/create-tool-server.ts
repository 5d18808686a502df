import { createFront } from './front/create-front.ts'
import { fetchExchange } from './http/fetch-exchange.ts'
import { handleExchange } from './http/handle-exchange.ts'
import type { HttpServerState } from './http/http-server-state.ts'
import { NodeExchange } from './http/node-exchange.ts'
import { AnswerQueue } from './http/answer-queue.ts'
import { OpenWork } from './open-work.ts'
import { createServerState } from './protocol/server-state.ts'
import { keepParts } from './server-parts.ts'
import { openStdioSession } from './stdio/serve-stdio.ts'
import type { StdioSession } from './stdio/serve-stdio.ts'
import type { ToolServer, ToolServerOptions, ToolSource } from './tool-server.ts'

const DEFAULT_GRACE_MS = 10_000
/** For what is left to be written once every call has ended, in milliseconds. */
const LAST_WORDS_MS = 1_000

/**
 * Serves what the source publishes. A fixed port is judged here, one that a function gives with the first request for it.
 * @throws GovernedError `option_invalid`, `bounds_invalid`, `tool_name_collision`
 */
export function createToolServer(source: ToolSource, options: ToolServerOptions): ToolServer {
  const server = createServerState(source, options)
  const front = createFront(options, server.bounds, server.report)
  const http: HttpServerState = { server, front, cancellable: new Map(), isClosing: false }
  const sessions = new Set<StdioSession>()
  const work = new OpenWork()
  const answers = new AnswerQueue()

  const made: ToolServer = {
    handleNode(request, response) {
      const exchange = new NodeExchange(request, response, work, answers)
      void handleExchange(http, exchange)
      return exchange.over
    },
    handleFetch(request, info) {
      const exchange = fetchExchange(request, info?.remoteAddress, work)
      void handleExchange(http, exchange)
      return exchange.response
    },
    async serveStdio(streams = { input: process.stdin, output: process.stdout }, context = {}) {
      const session = openStdioSession(server, streams.input, streams.output, context)
      sessions.add(session)
      work.begin(session)
      await session.over
      sessions.delete(session)
      work.end(session)
    },
    async close({ graceMs = DEFAULT_GRACE_MS } = {}) {
      http.isClosing = true
      server.feed.end()
      for (const session of sessions) session.close()
      if (await work.drain(graceMs)) return
      server.calls.cancelAll()
      // Whoever does not read the refusals of its calls, or is still writing a request, is not waited for.
      if (!(await work.drain(LAST_WORDS_MS))) work.abandon()
    }
  }
  keepParts(made, { front, bounds: server.bounds })
  return made
}
