import type { Cancellable } from '../protocol/exchange.ts'
import type { HttpExchange, StreamSink } from './http-exchange.ts'

/** The event stream of one response: opened by the first message, kept alive by comments, closed by the answer. */
export class EventStream implements Cancellable {
  readonly #exchange: HttpExchange
  readonly #keepAliveMs: number
  #sink: StreamSink | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(exchange: HttpExchange, keepAliveMs: number) {
    this.#exchange = exchange
    this.#keepAliveMs = keepAliveMs
  }

  get isOpen(): boolean {
    return this.#sink !== null
  }

  /** A client that does not read is told less, not later: what was sent before says as much. */
  notify(text: string): void {
    const sink = this.#sink ?? this.#open()
    if (sink.isFlowing) sink.write(eventOf(text))
  }

  /** The last message. */
  finish(text: string | null): void {
    const sink = this.#sink ?? this.#open()
    this.cancel()
    if (text !== null) sink.write(eventOf(text))
    sink.end()
  }

  /** The client is gone. */
  cancel(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  #open(): StreamSink {
    // The header asks proxies not to hold events back (MCP 2026-07-28, Streamable HTTP).
    const sink = this.#exchange.openStream({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' })
    this.#sink = sink
    this.#timer = setInterval(() => {
      if (sink.isFlowing) sink.write(':\n\n')
    }, this.#keepAliveMs)
    this.#exchange.onGone(this)
    return sink
  }
}

/** JSON text has no line breaks, so one line holds it (HTML, server-sent events). */
function eventOf(text: string): string {
  return `event: message\ndata: ${text}\n\n`
}
