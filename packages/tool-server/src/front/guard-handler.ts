import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '@b10x/ports'
import { AnswerQueue } from '../http/answer-queue.ts'
import { NodeExchange } from '../http/node-exchange.ts'
import type { StreamSink } from '../http/http-exchange.ts'
import { OpenWork } from '../open-work.ts'
import { resolveServerBounds } from '../server-bounds.ts'
import { keepParts } from '../server-parts.ts'
import type { ToolServerOptions } from '../tool-server.ts'
import { createFront } from './create-front.ts'
import type { HttpServed } from './http-served.ts'

/** Whom a front lets in, and what it bounds: the options of a tool server that are not about tools. */
export type GuardOptions = Pick<ToolServerOptions, 'authenticate' | 'resource' | 'authorizationServers' | 'scopes' | 'allowedHosts' | 'allowedOrigins' | 'bounds' | 'onError' | 'clock'>

/** Answers a request of the web standard. The bearer is not in it: it ends at the front. */
export type WebHandler = (request: Request, principal: Principal | null) => Promise<Response>

const GRACE_MS = 10_000

/**
 * The front of a tool server before somebody else's handler: Origin, Host, bearer, limits and the size of the body are
 * settled before it is asked, by the same code.
 * @throws GovernedError `option_invalid`, `bounds_invalid`
 */
export function guardHandler(handle: WebHandler, options: GuardOptions = {}): HttpServed {
  const bounds = resolveServerBounds(options.bounds)
  const report = (error: unknown): void => options.onError?.(error, 'front')
  const front = createFront({ ...options, name: '', version: '' }, bounds, report)
  const work = new OpenWork()
  const answers = new AnswerQueue()
  let isClosing = false

  async function answer(exchange: NodeExchange): Promise<void> {
    if (isClosing) return exchange.respond(503, { connection: 'close' }, '')
    const admission = await front.check(exchange.head)
    if ('status' in admission) return exchange.respond(admission.status, admission.headers, admission.body)
    const entered = front.enter(admission.principal)
    if (typeof entered !== 'function') return exchange.respond(entered.status, entered.headers, entered.body)
    try {
      const body = await exchange.readBody(bounds.maxRequestBytes)
      if (body === 'gone') return
      if (body === 'too_large') return exchange.respond(413, { connection: 'close' }, '')
      const gone = new AbortController()
      exchange.onGone({ cancel: () => gone.abort() })
      await hand(exchange, await handle(requestOf(exchange, body, gone.signal), admission.principal))
    } finally {
      entered()
    }
  }

  const served: HttpServed = {
    handleNode(request: IncomingMessage, response: ServerResponse) {
      const exchange = new NodeExchange(request, response, work, answers)
      answer(exchange).catch((error: unknown) => {
        report(error)
        exchange.respond(500, {}, '')
      })
      return exchange.over
    },
    async close({ graceMs = GRACE_MS } = {}) {
      isClosing = true
      if (!(await work.drain(graceMs))) work.abandon()
    }
  }
  keepParts(served, { front, bounds })
  return served
}

function requestOf({ head }: NodeExchange, body: Uint8Array, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name', 'last-event-id']) {
    const value = head.header(name)
    if (value !== null) headers.set(name, value)
  }
  const hasBody = head.method !== 'GET' && head.method !== 'HEAD'
  return new Request(`http://${head.header('host') ?? 'localhost'}${head.url}`, { method: head.method, headers, signal, ...(hasBody ? { body: Buffer.from(body) } : {}) })
}

/** A body in one piece is one answer; a stream stays one. */
async function hand(exchange: NodeExchange, response: Response): Promise<void> {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length'))
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return exchange.respond(response.status, headers, await response.text())
  const sink: StreamSink = exchange.openStream(headers)
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) sink.write(decoder.decode(chunk, { stream: true }))
  sink.end()
}
