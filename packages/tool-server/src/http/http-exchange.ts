import type { Cancellable } from '../protocol/exchange.ts'
import type { RequestHead } from './request-head.ts'

/** One HTTP request and its one response: of node:http or of the web standard. */
export interface HttpExchange {
  readonly head: RequestHead
  /** The body, or why there is none: longer than `limit` bytes, or the client is gone. */
  readBody(limit: number): Promise<Uint8Array | 'too_large' | 'gone'>
  /** The whole response. */
  respond(status: number, headers: Readonly<Record<string, string>>, body: string): void
  /** Opens an event stream as the response. */
  openStream(headers: Readonly<Record<string, string>>): StreamSink
  /** Cancels it when the client hangs up before the response is over. */
  onGone(work: Cancellable): void
}

export interface StreamSink {
  /** True while the client reads as fast as we write. */
  readonly isFlowing: boolean
  write(text: string): void
  end(): void
}
