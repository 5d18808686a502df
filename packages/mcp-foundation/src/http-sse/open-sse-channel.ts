import { GovernedError, hasCode } from '@b10x/ports/errors'
import { readMessages } from '../json-rpc/read-messages.ts'
import type { ReceivedMessage, ReceivedRequest } from '../json-rpc/received-message.ts'
import { createChallengeAnswering } from '../streamable-http/answer-challenges.ts'
import type { Answering, SendExchange } from '../streamable-http/answer-challenges.ts'
import { createHeaderCompletion } from '../streamable-http/complete-headers.ts'
import type { CredentialSource } from '../streamable-http/credential-source.ts'
import type { HttpExchange } from '../streamable-http/http-exchange.ts'
import type { HttpEndpoint } from '../streamable-http/parse-endpoint.ts'
import { MAX_ASIDE, createSideSender } from '../streamable-http/send-aside.ts'
import type { SideSender } from '../streamable-http/send-aside.ts'
import { withinSignals } from '../streamable-http/wait-until.ts'
import { createCorrelation } from '../transport/correlate-requests.ts'
import type { Channel, OpenContext, WireRequest, WireResponse } from '../transport/transport.ts'
import { listenToEvents } from './listen-to-events.ts'
import type { EventStream } from './listen-to-events.ts'
import { postRequest } from './post-request.ts'

const IGNORE_DISPATCH = (): void => {}

/**
 * FLOW: opens the event stream, learns where to post, and answers requests by what comes on the stream
 * (MCP 2024-11-05, HTTP with SSE).
 *
 * The bound `maxSseEvents` is one of a response, and here is one stream for all of them. So it counts per request: the
 * events that come while it waits, whatever they are about. A request over it fails alone.
 * @param exchange ends with the channel, and when opening fails
 */
export async function openSseChannel(
  endpoint: HttpEndpoint,
  credentials: CredentialSource,
  exchange: HttpExchange,
  { bounds, signal, answer, onNotification }: OpenContext
): Promise<Channel> {
  const closing = new AbortController()
  const completeHeaders = createHeaderCompletion(credentials, closing.signal)
  const beginAnswering = createChallengeAnswering(exchange, credentials, closing.signal)
  const correlation = createCorrelation()
  /** Requests that wait, oldest first, each with the number of events before it. */
  const waiting = new Map<WireRequest, number>()
  const postings = new Set<Promise<void>>()
  let limits = { maxJsonDepth: bounds.maxJsonDepth, allowBatch: false }
  let events = 0
  let strayMessages = 0
  let failure: { readonly error: unknown } | null = null
  let closed: Promise<void> | null = null
  let address = ''
  let aside: SideSender | null = null

  const stream = await beginAnswering(signal)(listen).catch(abandon)
  void stream.ended.then(fail)

  /** Resolves when the server has said where to post. */
  async function listen(send: SendExchange): Promise<EventStream> {
    const headers = await completeHeaders('GET', [], signal)
    const request = { method: 'GET', url: endpoint.href, headers, body: null, signal: closing.signal, onDispatch: IGNORE_DISPATCH } as const
    const begun = listenToEvents(send, request, endpoint, bounds, { onAddress, onEvent: countEvent, onMessage })
    await withinSignals(begun.ready, [signal])
    return begun
  }

  async function abandon(error: unknown): Promise<never> {
    closing.abort(error)
    await exchange.close()
    throw error
  }

  function onAddress(url: string): void {
    address = url
    aside = createSideSender(exchange, url, completeHeaders)
  }

  function countEvent(): void {
    events += 1
    const limit = bounds.maxSseEvents
    for (const [wire, before] of waiting) {
      const seen = events - before
      // Those behind it came later.
      if (seen <= limit) return
      correlation.fail(wire, new GovernedError('bound_exceeded', { bound: 'maxSseEvents', limit, seen }))
    }
  }

  function onMessage(data: string): void {
    readMessages(data, limits).forEach(route)
  }

  function route(message: ReceivedMessage): void {
    if (message.kind === 'notification') {
      if (!correlation.deliver(message)) onNotification(message)
    } else if (message.kind === 'request') {
      answerAside(message)
    } else if (!correlation.settle(message)) {
      strayMessages += 1
    }
  }

  function answerAside(asked: ReceivedRequest): void {
    if (aside === null || aside.count >= MAX_ASIDE) return
    const body = answer(asked)
    if (body !== null) void aside.send('POST', [], body)
  }

  async function request(wire: WireRequest): Promise<WireResponse> {
    if (failure !== null) throw failure.error
    wire.signal.throwIfAborted()
    const answered = correlation.add(wire)
    waiting.set(wire, events)
    const answering = (until: AbortSignal): Answering => beginAnswering(until, () => correlation.recall(wire))
    const posting = postRequest(answering, address, completeHeaders, wire, () => admit(wire), (error) => correlation.fail(wire, error))
    const over = posting.over.finally(() => postings.delete(over))
    postings.add(over)
    try {
      return await answered
    } finally {
      waiting.delete(wire)
      posting.release()
    }
  }

  /** Between the queue and the wire a request may have failed: with the stream, or by its bound. */
  function admit(wire: WireRequest): void {
    if (!correlation.dispatch(wire)) throw new GovernedError('cancelled', {})
  }

  /** Ends the conversation: whatever waits rejects, and every later request. The first error stays. */
  function fail(error: unknown): void {
    if (failure !== null) return
    failure = { error }
    // Too much for one answer says that a call ran, but with several of them in flight nobody can know which.
    const ambiguous = hasCode(error, 'bound_exceeded') && waiting.size > 1
    correlation.rejectAll(ambiguous ? new GovernedError('stream_ended', {}, { cause: error }) : error)
  }

  async function end(): Promise<void> {
    const reason = new GovernedError('connection_closed', {})
    fail(reason)
    closing.abort(reason)
    await exchange.close()
    await Promise.all([stream.ended, aside?.settled(), ...postings])
  }

  return {
    endpoint: { transport: 'sse', url: endpoint.evidence },
    request,
    async notify(body, headers) {
      if (failure === null) await aside?.send('POST', headers, body)
    },
    acceptBatches() {
      limits = { ...limits, allowBatch: true }
    },
    diagnostics: () => ({ bannerLines: 0, strayMessages, stderrBytes: 0, stderrTail: '' }),
    close() {
      closed ??= end()
      return closed
    }
  }
}
