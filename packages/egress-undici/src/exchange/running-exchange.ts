import type { IncomingHttpHeaders } from 'node:http'
import type { EgressPhase, EgressRequest, HttpResponseSink } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { EgressBoundName } from '@b10x/ports'
import type { Dispatcher } from 'undici'
import type { Destination } from '../destination/destination.ts'
import type { Connection } from '../socket/connection.ts'
import { explainFailure, isHeaderOverflow } from './explain-failure.ts'
import { checkHead } from './check-head.ts'

/** How long a response may go on after the sink had enough, so that its connection can be used again. */
const LINGER_MS = 100
const LINGER_BYTES = 64 * 1024

/**
 * One exchange from the queue to the end of its response, under one deadline. It is undici's handler and the listener of its
 * signal at once: a class, so that an exchange costs one object instead of a closure per event.
 */
export class RunningExchange implements Dispatcher.DispatchHandler {
  readonly request: EgressRequest
  readonly outcome: Promise<void>
  phase: EgressPhase = 'queue'
  readonly #destination: Destination
  readonly #sink: HttpResponseSink
  readonly #deadline: NodeJS.Timeout
  #resolve!: () => void
  #reject!: (error: unknown) => void
  /** What has to end with it: a look-up or handshake under way, or the connection that it has. */
  #release: ((isReusable: boolean) => void) | null = null
  #onUnsent: (() => void) | null = null
  #maybeDelivered = false
  #settled = false
  #finished = false
  #lingerTimer: NodeJS.Timeout | null = null
  #lingerBytes = 0
  #bytesBefore = 0
  #interimBytes = 0
  #bodyBytes = 0

  constructor(destination: Destination, request: EgressRequest, sink: HttpResponseSink) {
    this.request = request
    this.#destination = destination
    this.#sink = sink
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    const { exchangeDeadlineMs } = destination.bounds
    const limit = Math.min(exchangeDeadlineMs, request.deadlineMs ?? exchangeDeadlineMs)
    this.#deadline = setTimeout(() => {
      this.fail(new GovernedError('egress_timeout', { phase: this.phase, limit, maybeDelivered: this.#maybeDelivered }))
    }, limit)
    request.signal.addEventListener('abort', this)
  }

  get isOver(): boolean {
    return this.#finished
  }

  /** From here on the end of the exchange calls `release`, once. */
  hold(release: (isReusable: boolean) => void): void {
    this.#release = release
  }

  /** @param onUnsent called in place of a failure where the connection turned out to be over before a byte was sent */
  sendOn(connection: Connection, onUnsent: (() => void) | null): void {
    this.#onUnsent = onUnsent
    const { method, headers, body } = this.request
    const lines: string[] = []
    for (const [name, value] of headers) lines.push(name, value)
    // Asked for, so that what arrives is what is counted (ADR 0018).
    lines.push('accept-encoding', 'identity')
    this.#bytesBefore = connection.received
    this.phase = 'send'
    connection.dispatch({ method, path: this.#destination.path, headers: lines, body }, this)
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

  /** Its connection received bytes, so many since it was opened. */
  onBytes(received: number): void {
    const seen = received - this.#bytesBefore
    if (seen > this.#destination.bounds.maxWireBytes) this.#exceed('maxWireBytes', seen)
  }

  onRequestStart(): void {
    // undici calls this again when it would send a request a second time.
    if (this.#settled || this.#maybeDelivered) throw new Error('An exchange is sent at most once.')
    try {
      this.request.onDispatch()
    } catch (error) {
      this.fail(error)
      throw error
    }
    this.#maybeDelivered = true
    this.phase = 'head'
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.#settled) return
    if (status < 200) return this.#countInterim(controller)
    const head = checkHead(this.#destination, status, headers, this.#maybeDelivered)
    if (head instanceof GovernedError) return this.fail(head)
    this.phase = 'body'
    try {
      this.#sink.onHead(status, head)
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
    this.#bodyBytes += chunk.length
    if (this.#bodyBytes > this.#destination.bounds.maxDecodedBytes) return this.#exceed('maxDecodedBytes', this.#bodyBytes)
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
    if (this.#onUnsent !== null && !this.#maybeDelivered && !this.#settled) this.#onUnsent()
    else if (isHeaderOverflow(error)) this.#exceed('maxHeaderBytes', this.#destination.bounds.maxHeaderBytes + 1)
    else this.fail(explainFailure(error, this.phase, this.#maybeDelivered))
  }

  /** Responses before the response count as its head: there may be any number of them (RFC 9110, 15.2). */
  #countInterim(controller: Dispatcher.DispatchController): void {
    const { rawHeaders } = controller
    for (const part of Array.isArray(rawHeaders) ? rawHeaders : []) this.#interimBytes += part.length + 2
    this.#interimBytes += 'HTTP/1.1 103 \r\n\r\n'.length
    if (this.#interimBytes > this.#destination.bounds.maxHeaderBytes) this.#exceed('maxHeaderBytes', this.#interimBytes)
  }

  #exceed(bound: EgressBoundName, seen: number): void {
    this.fail(new GovernedError('egress_bound_exceeded', { bound, limit: this.#destination.bounds[bound], seen, maybeDelivered: this.#maybeDelivered }))
  }

  #linger(): void {
    this.#settle(this.#resolve)
    this.#lingerTimer = setTimeout(() => this.#finish(false), LINGER_MS).unref()
  }

  #settle(how: () => void): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#deadline)
    this.request.signal.removeEventListener('abort', this)
    how()
  }

  #finish(isReusable: boolean): void {
    if (this.#finished) return
    this.#finished = true
    if (this.#lingerTimer !== null) clearTimeout(this.#lingerTimer)
    this.#release?.(isReusable)
  }
}
