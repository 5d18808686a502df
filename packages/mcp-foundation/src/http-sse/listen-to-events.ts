import type { Bounds } from '@b10x/ports'
import { GovernedError, hasCode } from '@b10x/ports/errors'
import { classifyResponseHead } from '../streamable-http/classify-response-head.ts'
import type { SendExchange } from '../streamable-http/answer-challenges.ts'
import type { HttpRequest } from '../streamable-http/http-exchange.ts'
import type { HttpEndpoint } from '../streamable-http/parse-endpoint.ts'
import { createEventStreamReader } from '../streamable-http/read-event-stream.ts'
import { resolveMessageAddress } from './resolve-message-address.ts'

/** The event stream of one connection. */
export interface EventStream {
  /** Resolves when the server has said where to post. Rejects with what ended the stream before it. */
  readonly ready: Promise<void>
  /** Resolves with what ended the stream. Never rejects. */
  readonly ended: Promise<unknown>
}

/** What listens to the stream. An exception ends it. */
export interface StreamListener {
  /** Where messages are posted, as the first `endpoint` event says. */
  readonly onAddress: (url: string) => void
  /** Every event, before anything is done with it. */
  readonly onEvent: () => void
  /** The data of every `message` event. */
  readonly onMessage: (data: string) => void
}

/**
 * GETs the event stream that a server of HTTP+SSE says everything on. Later `endpoint` events change nothing.
 *
 * Each event is bounded by `maxSseEventBytes` and `maxMessageBytes`, and the events before `endpoint` by
 * `maxSseEvents`. The stream as a whole has no bound: it lives as long as the connection.
 */
export function listenToEvents(
  send: SendExchange,
  request: HttpRequest,
  endpoint: HttpEndpoint,
  bounds: Bounds,
  { onAddress, onEvent, onMessage }: StreamListener
): EventStream {
  let begun = false
  let waitsForAddress = true
  let events = 0
  let tell = (): void => {}
  const told = new Promise<void>((resolve) => (tell = resolve))

  function countEvent(): void {
    if (waitsForAddress) {
      events += 1
      const limit = bounds.maxSseEvents
      if (events > limit) throw new GovernedError('bound_exceeded', { bound: 'maxSseEvents', limit, seen: events })
    }
    onEvent()
  }

  const reader = createEventStreamReader(
    { ...bounds, maxSseEvents: Infinity },
    (data) => {
      countEvent()
      onMessage(data)
      return true
    },
    (name, data) => {
      countEvent()
      if (name !== 'endpoint' || data === null || !waitsForAddress) return
      onAddress(resolveMessageAddress(data, endpoint))
      waitsForAddress = false
      tell()
    }
  )

  const ended = send(request, {
    onHead(status, headers) {
      const head = classifyResponseHead(status, headers, Infinity)
      if (head.body !== 'events') throw head.refusal ?? new GovernedError('response_invalid', { reason: 'media_type', status })
      begun = true
    },
    onChunk: (chunk) => reader.feed(chunk)
  }).then(
    () => new GovernedError('stream_ended', {}),
    (error: unknown) =>
      begun && hasCode(error, 'endpoint_unreachable') ? new GovernedError('stream_ended', {}, { cause: error }) : error
  )
  const failed = ended.then((error) => Promise.reject(error as Error))
  return { ready: Promise.race([told, failed]), ended }
}
