import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { HeaderList } from '../transport/transport.ts'
import { unreachable } from './explain-unreachable.ts'
import type { HttpRequest, HttpResponseSink } from './http-exchange.ts'
import type { Connection } from './open-connection.ts'

/** How long a response may go on after the sink had enough, so that its connection can be used again. */
const LINGER_MS = 100
const LINGER_BYTES = 64 * 1024

/** A connection and what runs on it. */
export interface Place {
  readonly connection: Connection
  exchange: PendingExchange | null
}

/**
 * One request on its way through undici, from the queue to the end of the response. It is undici's handler and the
 * listener of its signal at once: a class, so that an exchange costs one object instead of a closure per event.
 */
export class PendingExchange implements Dispatcher.DispatchHandler {
  readonly request: HttpRequest
  readonly outcome: Promise<void>
  /** Where it runs; null while it waits. */
  place: Place | null = null
  readonly #sink: HttpResponseSink
  readonly #onFinished: (exchange: PendingExchange, reusable: boolean) => void
  #resolve!: () => void
  #reject!: (error: unknown) => void
  #dispatched = false
  #settled = false
  #finished = false
  #lingerTimer: NodeJS.Timeout | null = null
  #lingerBytes = 0

  /** @param onFinished called once, when its connection is free again (`reusable`) or has to go */
  constructor(
    request: HttpRequest,
    sink: HttpResponseSink,
    onFinished: (exchange: PendingExchange, reusable: boolean) => void
  ) {
    this.request = request
    this.#sink = sink
    this.#onFinished = onFinished
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    request.signal.addEventListener('abort', this)
  }

  /** The signal aborted. */
  handleEvent(): void {
    this.fail(this.request.signal.reason)
  }

  /** Ends it with an error; a lingering one just ends. */
  fail(error: unknown): void {
    this.#settle(() => this.#reject(error))
    this.#finish(false)
  }

  onRequestStart(): void {
    // undici calls this again when it would send a request a second time.
    if (this.#settled || this.#dispatched) throw new Error('An exchange is sent at most once.')
    this.#dispatched = true
    try {
      this.request.onDispatch()
    } catch (error) {
      this.fail(error)
      throw error
    }
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || this.#settled) return
    try {
      this.#sink.onHead(status, listOf(headers))
    } catch (error) {
      this.fail(error)
    }
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    if (this.#finished) return
    if (this.#settled) {
      this.#lingerBytes += chunk.length
      if (this.#lingerBytes > LINGER_BYTES) this.#finish(false)
      return
    }
    try {
      if (!this.#sink.onChunk(chunk)) this.#linger()
    } catch (error) {
      this.fail(error)
    }
  }

  onResponseEnd(): void {
    this.#settle(this.#resolve)
    this.#finish(true)
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.fail(unreachable(error))
  }

  #linger(): void {
    this.#settle(this.#resolve)
    this.#lingerTimer = setTimeout(() => this.#finish(false), LINGER_MS).unref()
  }

  #settle(how: () => void): void {
    if (this.#settled) return
    this.#settled = true
    this.request.signal.removeEventListener('abort', this)
    how()
  }

  #finish(reusable: boolean): void {
    if (this.#finished) return
    this.#finished = true
    if (this.#lingerTimer !== null) clearTimeout(this.#lingerTimer)
    this.#onFinished(this, reusable)
  }
}

function listOf(headers: IncomingHttpHeaders): HeaderList {
  const list: (readonly [string, string])[] = []
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') list.push([name, value])
    else for (const one of value ?? []) list.push([name, one])
  }
  return list
}
