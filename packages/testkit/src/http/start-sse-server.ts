/**
 * A scripted HTTP+SSE server (mcp 2024-11-05: transports, HTTP with SSE) on a loopback port of its own. It plays the
 * scripts of the other servers: what answers a request goes out on the event stream of its client.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../script/answer.ts'
import { mergeScript } from '../script/script.ts'
import type { ScriptPart } from '../script/script.ts'
import { answerMessage } from '../server/answer-message.ts'
import { countArrivals, fillTemplates, needsGood } from '../server/answer-rules.ts'
import { trackHappenings } from '../server/happenings.ts'
import { checkRequest } from './check-headers.ts'
import { listenOnLoopback } from './listen-on-loopback.ts'
import { playOnStream } from './play-on-stream.ts'
import { receiveRequest } from './received-request.ts'
import type { ReceivedRequest } from './received-request.ts'
import { writeAnswer } from './write-answer.ts'

/** A running scripted server. `await using` closes it. */
export interface SseServer extends AsyncDisposable {
  /** Of the event stream: `http://127.0.0.1:<port>/sse` */
  readonly url: string
  /** Everything that arrived, in order. */
  readonly requests: readonly ReceivedRequest[]
  /** How often a JSON-RPC method, `GET` or `*` (every POST) has arrived. */
  count(on: string): number
  /** Resolves with the nth request of that method (from 1) once it has arrived. */
  received(on: string, nth?: number): Promise<ReceivedRequest>
  /** Lets the steps `{ until: name }` go on. */
  release(name: string): void
  /** Writes exactly this on the newest event stream. */
  say(bytes: string): void
  /** Connections that are open now. */
  openSockets(): number
  /** Ends every connection and stops listening. Idempotent. */
  close(): Promise<void>
}

const ACCEPTED: Answer = { status: 202, sse: false, steps: [{ bytes: 'Accepted' }] }

/** Starts a good server, changed by the parts; later parts win. */
export async function startSseServer(...parts: readonly ScriptPart[]): Promise<SseServer> {
  const script = mergeScript(parts)
  const arrivals = countArrivals()
  const happenings = trackHappenings()
  const requests: ReceivedRequest[] = []
  const streams: ServerResponse[] = []

  const openStream = async (request: ReceivedRequest, response: ServerResponse, scripted: Answer | null): Promise<void> => {
    if (!/^\/sse(\?|$)/.test(request.path)) return void response.writeHead(404).end()
    if (scripted !== null) return writeAnswer(response, scripted, { sse: true, happenings, render: fillTemplates(null, '') })
    streams.push(response)
    const address = script.endpoint.replace('{{origin}}', listening.origin).replace('{{stream}}', String(streams.length))
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`event: endpoint\ndata: ${address}\n\n`)
  }

  const takeMessage = async (request: ReceivedRequest, response: ServerResponse, scripted: Answer | null): Promise<void> => {
    const number = new URL(request.path, listening.origin).searchParams.get('stream')
    const stream = number === null ? streams.at(-1) : streams[Number(number) - 1]
    const refusal = checkRequest(request)?.status ?? (stream === undefined ? 404 : request.json === undefined ? 400 : null)
    if (refusal !== null || stream === undefined) return void response.writeHead(refusal ?? 404).end()
    const { message } = request
    const good = async (): Promise<string> => (message?.idText ? (await answerMessage(script, message)).message : '')
    const text = scripted === null || needsGood(scripted) ? await good() : ''
    const render = fillTemplates(message, text)
    if (scripted !== null && (scripted.sse === false || (scripted.status ?? 200) !== 200)) {
      return writeAnswer(response, scripted, { sse: false, happenings, render })
    }
    await writeAnswer(response, ACCEPTED, { sse: false, happenings })
    const answer = scripted ?? { steps: text === '' ? [] : [{ message: text }] }
    await playOnStream(stream, answer, happenings, render)
  }

  const listening = await listenOnLoopback(async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await receiveRequest(incoming, response)
    requests.push(request)
    const posted = request.httpMethod === 'POST'
    const names = posted ? [request.message?.method ?? '', '*'] : [request.httpMethod]
    const scripted = arrivals.arrive(script, names)
    for (const name of names) happenings.happened(name)
    if (posted) await takeMessage(request, response, scripted)
    else if (request.httpMethod === 'GET') await openStream(request, response, scripted)
    else response.writeHead(405).end()
  })

  return {
    url: `${listening.origin}/sse`,
    requests,
    count: arrivals.count,
    async received(on, nth = 1) {
      await happenings.waitFor(on, nth)
      const fitting = requests.filter((one) => (on === '*' ? one.httpMethod === 'POST' : one.httpMethod === on || one.message?.method === on))
      return fitting[nth - 1] as ReceivedRequest
    },
    release: (name) => happenings.happened(name),
    say: (bytes) => void streams.at(-1)?.write(bytes),
    openSockets: () => listening.openSockets(),
    close: listening.close,
    [Symbol.asyncDispose]: listening.close
  }
}
