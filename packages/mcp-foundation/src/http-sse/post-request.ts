import type { Answering } from '../streamable-http/answer-challenges.ts'
import type { HttpResponseSink } from '../streamable-http/http-exchange.ts'
import type { HeaderCompletion } from '../streamable-http/complete-headers.ts'
import { refuseByStatus } from '../streamable-http/classify-response-head.ts'
import type { WireRequest } from '../transport/transport.ts'

/** A request on its way to the server. */
export interface Posting {
  /** Settles when the POST is over. Never rejects. */
  readonly over: Promise<void>
  /** Nobody waits for the request any more: what is left of the POST may go on for 5 seconds. */
  release(): void
}

const TIME_LIMIT_MS = 5_000

/** Any 2xx is fine; the exchange drains what little body there may be. The answer comes on the event stream. */
const ACCEPTED: HttpResponseSink = {
  onHead(status) {
    const refusal = status >= 200 && status < 300 ? null : refuseByStatus(status)
    if (refusal !== null) throw refusal
  },
  onChunk: () => false
}

/**
 * POSTs one request, within its signal, and answers the challenges that it meets.
 * @param beginAnswering begins with the signal of the POST
 * @param admit called immediately before the first byte; an exception keeps the message from being sent
 * @param onRefused takes why it was not accepted: `redirect_denied`, `credential_rejected`, `http_status_unexpected`,
 *   `endpoint_unreachable`, `connection_closed`, `header_invalid`, what an authorization throws, or the reason of the signal
 */
export function postRequest(
  beginAnswering: (signal: AbortSignal) => Answering,
  url: string,
  complete: HeaderCompletion,
  wire: WireRequest,
  admit: () => void,
  onRefused: (error: unknown) => void
): Posting {
  const stop = new AbortController()
  const { signal } = stop
  const onAbort = (): void => stop.abort(wire.signal.reason)
  let timer: NodeJS.Timeout | null = null
  let isOver = false

  async function post(): Promise<void> {
    wire.signal.addEventListener('abort', onAbort)
    try {
      await beginAnswering(signal)(async (send) => {
        const headers = await complete('POST', wire.headers, signal)
        await send({ method: 'POST', url, headers, body: wire.body, signal, onDispatch: admit }, ACCEPTED)
      })
    } catch (error) {
      onRefused(error)
    } finally {
      isOver = true
      wire.signal.removeEventListener('abort', onAbort)
      if (timer !== null) clearTimeout(timer)
    }
  }

  return {
    over: post(),
    release() {
      if (!isOver) timer ??= setTimeout(() => stop.abort(), TIME_LIMIT_MS)
    }
  }
}
