import type { HeaderList } from '../transport/transport.ts'
import type { HeaderCompletion } from './complete-headers.ts'
import type { HttpExchange, HttpRequest, HttpResponseSink } from './http-exchange.ts'

/** Notifications, our answers to requests of the server, and the end of a session: nobody waits for what they bring. */
export interface SideSender {
  /** Resolves when the peer answered anything, or nothing within 5 seconds, or the exchange closes. Never rejects. */
  send(method: 'POST' | 'DELETE', headers: HeaderList, body: string | null): Promise<void>
  /** How many are on their way. */
  readonly count: number
  /** Resolves when none is. */
  settled(): Promise<void>
}

/** On their way at once, before requests of the server stay without an answer. */
export const MAX_ASIDE = 8

const TIME_LIMIT_MS = 5_000

const IGNORE_RESPONSE: HttpResponseSink = { onHead: () => {}, onChunk: () => false }
const IGNORE_DISPATCH = (): void => {}

export function createSideSender(exchange: HttpExchange, url: string, complete: HeaderCompletion): SideSender {
  const sending = new Set<Promise<void>>()

  async function attempt(method: HttpRequest['method'], headers: HeaderList, body: string | null): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => controller.abort(), TIME_LIMIT_MS)
    try {
      const completed = await complete(method, headers, signal)
      const request = { method, url, headers: completed, body, signal, onDispatch: IGNORE_DISPATCH }
      await exchange.exchange(request, IGNORE_RESPONSE)
    } catch {
      // What becomes of it is not the caller's concern.
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    send(method, headers, body) {
      const sent = attempt(method, headers, body).finally(() => sending.delete(sent))
      sending.add(sent)
      return sent
    },
    get count() {
      return sending.size
    },
    async settled() {
      await Promise.all(sending)
    }
  }
}
