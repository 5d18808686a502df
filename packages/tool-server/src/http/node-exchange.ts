import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OpenWork, Work } from '../open-work.ts'
import type { Cancellable } from '../protocol/exchange.ts'
import type { AnswerQueue } from './answer-queue.ts'
import type { HttpExchange, StreamSink } from './http-exchange.ts'
import type { RequestHead } from './request-head.ts'

/** One exchange of node:http. A class, as every request has one: its own head, too. */
export class NodeExchange implements HttpExchange, RequestHead, Work {
  readonly head: RequestHead = this
  before: Work | null = null
  after: Work | null = null
  /** Resolves when the response is over, one way or the other. */
  readonly over: Promise<void>
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #answers: AnswerQueue
  #endsWithIt: Cancellable[] | null = null
  /** Waits for the body. */
  #reading: ((body: 'gone') => void) | null = null

  constructor(request: IncomingMessage, response: ServerResponse, open: OpenWork, answers: AnswerQueue) {
    this.#request = request
    this.#response = response
    this.#answers = answers
    open.begin(this)
    this.over = new Promise((resolve) => {
      response.on('close', () => {
        open.end(this)
        if (!response.writableFinished) this.#gone()
        resolve()
      })
    })
  }

  get method(): string {
    return this.#request.method ?? ''
  }

  get url(): string {
    return this.#request.url ?? ''
  }

  get remoteAddress(): string | undefined {
    return this.#request.socket.remoteAddress
  }

  header(name: string): string | null {
    const value = this.#request.headers[name]
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
  }

  headerLines(name: string): readonly string[] {
    const { rawHeaders } = this.#request
    const lines: string[] = []
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const line = rawHeaders[index] as string
      if (line.length === name.length && line.toLowerCase() === name) lines.push(rawHeaders[index + 1] ?? '')
    }
    return lines
  }

  readBody(limit: number): Promise<Uint8Array | 'too_large' | 'gone'> {
    const request = this.#request
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      request.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > limit) {
          resolve('too_large')
          chunks.length = 0
          request.pause()
        } else {
          chunks.push(chunk)
        }
      })
      request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
      this.#reading = resolve
    })
  }

  respond(status: number, headers: Readonly<Record<string, string>>, body: string): void {
    const response = this.#response
    if (response.destroyed) return
    if (response.headersSent) {
      // A failure after the head: there is no honest way to end it but to break it off.
      response.destroy()
      return
    }
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    this.#answers.add(response, body)
  }

  openStream(headers: Readonly<Record<string, string>>): StreamSink {
    const response = this.#response
    response.writeHead(200, headers)
    response.flushHeaders()
    return {
      get isFlowing() {
        return !response.writableNeedDrain
      },
      write: (text) => {
        if (!response.destroyed) response.write(text)
      },
      end: () => {
        response.end()
      }
    }
  }

  abandon(): void {
    this.#response.destroy()
  }

  onGone(work: Cancellable): void {
    this.#endsWithIt ??= []
    this.#endsWithIt.push(work)
  }

  /** The response closes with the connection, whatever became of the request. */
  #gone(): void {
    this.#reading?.('gone')
    for (const work of this.#endsWithIt ?? []) work.cancel()
  }
}
