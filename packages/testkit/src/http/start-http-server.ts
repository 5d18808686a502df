/**
 * A scripted Streamable HTTP server on a loopback port of its own. Deliberately not here: TLS, the standalone
 * GET stream and batches, none of which a tools-only client of ours needs from a good server.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../script/answer.ts'
import { mergeScript } from '../script/script.ts'
import type { Script, ScriptPart } from '../script/script.ts'
import { answerMessage } from '../server/answer-message.ts'
import { countArrivals, fillTemplates, needsGood } from '../server/answer-rules.ts'
import { trackHappenings } from '../server/happenings.ts'
import { errorReply } from '../server/json-rpc.ts'
import type { ClientMessage, Reply } from '../server/json-rpc.ts'
import { checkRequest, checkRoutingHeaders, keepSessions } from './check-headers.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { receiveRequest } from './received-request.ts'
import type { ReceivedRequest } from './received-request.ts'
import { writeAnswer } from './write-answer.ts'

/** A running scripted server. `await using` closes it. */
export interface HttpServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/mcp` */
  readonly url: string
  /** Everything that arrived, in order. */
  readonly requests: readonly ReceivedRequest[]
  /** How often a JSON-RPC method, `GET`, `DELETE` or `*` (every POST) has arrived. */
  count(on: string): number
  /** Resolves with the nth request of that method (from 1) once it has arrived. */
  received(on: string, nth?: number): Promise<ReceivedRequest>
  /** Lets the steps `{ until: name }` go on. */
  release(name: string): void
  /** Changes the script from the next request on: a rug pull. */
  become(...parts: readonly ScriptPart[]): void
  /** Forgets all sessions. */
  expireSessions(): void
  /** Connections that are open now. */
  openSockets(): number
  /** Connections that were ever opened. */
  readonly socketsOpened: number
  /** Ends every connection and stops listening. Idempotent. */
  close(): Promise<void>
}

/** Starts a good server, changed by the parts; later parts win. */
export async function startHttpServer(...parts: readonly ScriptPart[]): Promise<HttpServer> {
  let script = mergeScript(parts)
  const arrivals = countArrivals()
  const happenings = trackHappenings()
  const sessions = keepSessions()
  const requests: ReceivedRequest[] = []
  let latest: ClientMessage | null = null

  const goodReply = async (now: Script, request: ReceivedRequest): Promise<Reply> => {
    const { message } = request
    const refusal = checkRequest(request) ?? sessions.check(now, request, message)
    if (refusal !== null) return refusal
    if (request.httpMethod === 'DELETE' && now.session) return (sessions.end(request), { message: '', status: 200 })
    if (request.httpMethod !== 'POST') return { message: '', status: 405, headers: { allow: 'POST' } }
    if (request.json === undefined) return errorReply(null, 400, -32700, 'Parse error')
    if (message === null) return errorReply(null, 400, -32600, 'Invalid request')
    const mismatch = checkRoutingHeaders(now, request, message)
    if (mismatch !== null) return mismatch
    if (message.idText === null) return { message: '', status: 202 }
    const reply = await answerMessage(now, message)
    return message.method === 'initialize' ? { ...reply, headers: sessions.open(now, message) } : reply
  }

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await receiveRequest(incoming, response)
    const now = script
    if (request.message?.idText) latest = request.message
    requests.push(request)
    const names = request.httpMethod === 'POST' ? [request.message?.method ?? '', '*'] : [request.httpMethod]
    const scripted = arrivals.arrive(now, names)
    for (const name of names) happenings.happened(name)
    const posted = request.httpMethod === 'POST'
    const message = posted ? request.message : latest
    const good = async (): Promise<Reply> =>
      posted || message === null ? goodReply(now, request) : answerMessage(now, message)
    const framing = { sse: now.respondWith === 'sse', happenings }
    if (scripted === null) return writeAnswer(response, toAnswer(await goodReply(now, request)), framing)
    const reply = needsGood(scripted) ? await good() : null
    const render = fillTemplates(message, reply?.message ?? '')
    const answer = { ...scripted, headers: { ...reply?.headers, ...scripted.headers } }
    await writeAnswer(response, answer, { ...framing, render })
  }

  const listening = await listenOnLoopback(serve)
  return {
    url: `${listening.origin}/mcp`,
    requests,
    count: arrivals.count,
    async received(on, nth = 1) {
      await happenings.waitFor(on, nth)
      const fitting = requests.filter((one) => on === '*' || one.httpMethod === on || one.message?.method === on)
      return fitting[nth - 1] as ReceivedRequest
    },
    release: (name) => happenings.happened(name),
    become: (...more) => void (script = mergeScript(more, script)),
    expireSessions: () => sessions.expire(),
    openSockets: () => listening.openSockets(),
    get socketsOpened() {
      return listening.socketsOpened()
    },
    close: listening.close,
    [Symbol.asyncDispose]: listening.close
  }
}

function toAnswer({ message, status, headers = {} }: Reply): Answer {
  if (message === '') return { status, headers, steps: [] }
  const steps = [{ message }]
  return status === 200 ? { status, headers, steps } : { status, headers, steps, sse: false }
}
