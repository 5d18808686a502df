import { GovernedError, hasCode } from '@b10x/ports/errors'
import type { WireResponse } from '../transport/transport.ts'
import { classifyResponseHead } from './classify-response-head.ts'
import type { HttpResponseSink } from './http-exchange.ts'
import type { EventStreamReader } from './read-event-stream.ts'
import type { ResponseReader } from './read-response.ts'

const DEFAULT_RETRY_MS = 500
const MAX_RETRY_MS = 30_000
/** Resumptions in a row that bring no new event id. */
const MAX_IDLE_RESUMPTIONS = 16
/** An event id that can be sent back in a header. */
const SENDABLE_ID = /^[\x20-\x7e]{1,1024}$/

/** What resuming needs from the channel; both reject when the call ends. */
export interface Resumption {
  /** GET with `Last-Event-ID`. A challenge is answered; one that is not ends it with `stream_ended`. */
  readonly get: (lastEventId: string, sink: HttpResponseSink) => Promise<void>
  readonly pause: (milliseconds: number) => Promise<void>
}

/**
 * A stream that ended before the answer goes on in the next one, within the same call and the same bounds; the call
 * itself is not sent again (MCP 2025-11-25, Streamable HTTP, resumability and redelivery).
 * @param cut why the first stream broke, when it did not end by itself
 * @throws GovernedError `stream_ended` when there is no event id, the server does not resume, or ids make no progress
 */
export async function resumeStream(reader: ResponseReader, resumption: Resumption, cut: unknown): Promise<WireResponse> {
  const stream = reader.stream()
  let cause = cut
  let used: string | null = null
  let idle = 0
  for (;;) {
    const lastEventId = stream?.lastEventId() ?? ''
    idle = lastEventId === used ? idle + 1 : 1
    if (stream === null || !SENDABLE_ID.test(lastEventId) || idle > MAX_IDLE_RESUMPTIONS) {
      throw new GovernedError('stream_ended', {}, { cause })
    }
    used = lastEventId
    await resumption.pause(Math.min(stream.retryMs() ?? DEFAULT_RETRY_MS, MAX_RETRY_MS))
    try {
      await resumption.get(lastEventId, resumedSink(stream))
      cause = undefined
    } catch (error) {
      // A server that restarts is asked again.
      if (!hasCode(error, 'endpoint_unreachable')) throw error
      cause = error
    }
    const answer = reader.finish()
    if (answer !== null) return answer
  }
}

/** Only an event stream goes on. Whatever else is answered says nothing about the call: it was sent. */
function resumedSink(stream: EventStreamReader): HttpResponseSink {
  return {
    onHead(status, headers) {
      const head = classifyResponseHead(status, headers, Infinity)
      if (head.body !== 'events') throw hasCode(head.refusal, 'credential_rejected') ? head.refusal : new GovernedError('stream_ended', {}, { cause: head.refusal })
      stream.restart()
    },
    onChunk: (chunk) => stream.feed(chunk)
  }
}
