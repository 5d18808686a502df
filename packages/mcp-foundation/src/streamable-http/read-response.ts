import { GovernedError, hasCode } from '@b10x/ports/errors'
import type { Bounds } from '@b10x/ports'
import { readMessages } from '../json-rpc/read-messages.ts'
import type { ReceivedMessage, ReceivedResponse } from '../json-rpc/received-message.ts'
import type { HeaderList, WireResponse } from '../transport/transport.ts'
import { classifyResponseHead } from './classify-response-head.ts'
import type { ResponseHead } from './classify-response-head.ts'
import { createByteCollector } from './collect-bytes.ts'
import type { ByteCollector } from './collect-bytes.ts'
import { decodeText } from './decode-text.ts'
import type { HttpResponseSink } from './http-exchange.ts'
import { isAnswer, matchAnswer } from './match-answer.ts'
import type { MessageHandlers } from './match-answer.ts'
import { createEventStreamReader } from './read-event-stream.ts'
import type { EventStreamReader } from './read-event-stream.ts'

/** How messages are read. */
export interface ReadLimits {
  readonly maxJsonDepth: number
  readonly allowBatch: boolean
}

/** Reads the response to one POST. No socket: head and bytes in, one answer out. */
export interface ResponseReader extends HttpResponseSink {
  /**
   * What was read, once the exchange is over. Null when an event stream ended without the answer.
   * @throws GovernedError `redirect_denied`, `credential_rejected`, `http_status_unexpected`, `response_invalid`,
   *   `message_invalid`, `bound_exceeded`
   */
  finish(): WireResponse | null
  /** The event stream, once the head announced one. */
  stream(): EventStreamReader | null
  /** Whether `finish` has something to say although the connection broke: of an event stream, or told by the head alone. */
  bearsBreak(): boolean
}

/** HeaderMismatch, MissingRequiredClientCapability, UnsupportedProtocolVersion (MCP 2026-07-28, basic, error codes). */
const FIRST_MODERN_ERROR = -32022
const LAST_MODERN_ERROR = -32020

export function createResponseReader(handlers: MessageHandlers, bounds: Bounds, limits: ReadLimits): ResponseReader {
  return new ReadingResponse(handlers, bounds, limits)
}

/** A class, like the exchange that feeds it: one object for each call instead of a closure for each event. */
class ReadingResponse implements ResponseReader {
  readonly #handlers: MessageHandlers
  readonly #bounds: Bounds
  readonly #limits: ReadLimits
  #head: ResponseHead | null = null
  #body: ByteCollector | null = null
  #stream: EventStreamReader | null = null
  #streamed: ReceivedResponse | null = null
  #sawBytes = false

  constructor(handlers: MessageHandlers, bounds: Bounds, limits: ReadLimits) {
    this.#handlers = handlers
    this.#bounds = bounds
    this.#limits = limits
  }

  onHead(status: number, headers: HeaderList): void {
    const head = classifyResponseHead(status, headers, this.#bounds.maxMessageBytes)
    this.#head = head
    if (head.body === 'events') this.#stream = createEventStreamReader(this.#bounds, (data) => this.#takeEvent(data))
    else if (head.body !== 'none') this.#body = createByteCollector(head.contentLength)
  }

  #takeEvent(data: string): boolean {
    this.#streamed = matchAnswer(readMessages(data, this.#limits), this.#handlers)
    return this.#streamed === null
  }

  onChunk(chunk: Uint8Array): boolean {
    this.#sawBytes ||= chunk.length > 0
    if (this.#stream !== null) return this.#stream.feed(chunk)
    if (this.#body === null) return false
    this.#body.add(chunk)
    const seen = this.#body.size()
    const limit = this.#bounds.maxMessageBytes
    if (seen > limit) throw new GovernedError('bound_exceeded', { bound: 'maxMessageBytes', limit, seen })
    return true
  }

  finish(): WireResponse | null {
    const head = this.#head
    if (head === null) throw new GovernedError('response_invalid', { reason: 'empty', status: null })
    if (this.#stream !== null) return this.#streamed === null ? null : answered(this.#streamed, head)
    if (!this.#sawBytes && head.status === 200) throw new GovernedError('response_invalid', { reason: 'empty', status: 200 })
    if (head.body === 'none' || this.#body === null) throw refusalOf(head)
    const bytes = this.#body.take()
    return answered(head.body === 'answer' ? this.#findAnswer(bytes, head.status) : this.#findError(bytes, head), head)
  }

  #findAnswer(bytes: Uint8Array, status: number): ReceivedResponse {
    const messages = readMessages(decodeText(bytes), this.#limits)
    const answer = matchAnswer(messages, this.#handlers)
    if (answer !== null) return answer
    throw new GovernedError('response_invalid', { reason: messages.some(isResponse) ? 'wrong_id' : 'no_answer', status })
  }

  /** Servers refuse with a status and say why in a JSON-RPC error: under 400 and 404 it is the answer. */
  #findError(bytes: Uint8Array, { status, refusal }: ResponseHead): ReceivedResponse {
    const found = this.#readQuietly(bytes).find((message) => message.kind === 'error' && isAnswer(message, this.#handlers.id))
    if (found?.kind !== 'error' || (status === 403 && !isModernError(found.code))) {
      throw refusal ?? new GovernedError('http_status_unexpected', { status })
    }
    return found
  }

  /** An unreadable body under an error status is no news. */
  #readQuietly(bytes: Uint8Array): readonly ReceivedMessage[] {
    try {
      return readMessages(decodeText(bytes), this.#limits)
    } catch (error) {
      if (hasCode(error, 'message_invalid') || hasCode(error, 'bound_exceeded')) return []
      throw error
    }
  }

  stream(): EventStreamReader | null {
    return this.#stream
  }

  bearsBreak(): boolean {
    return this.#head !== null && this.#body === null
  }
}

function answered(message: ReceivedResponse, { status, sessionId }: ResponseHead): WireResponse {
  return { message, status, sessionId }
}

function refusalOf({ refusal, status }: ResponseHead): GovernedError {
  return refusal ?? new GovernedError('response_invalid', { reason: 'media_type', status })
}

function isResponse(message: ReceivedMessage): boolean {
  return message.kind === 'result' || message.kind === 'error'
}

function isModernError(code: number | null): boolean {
  return code !== null && code >= FIRST_MODERN_ERROR && code <= LAST_MODERN_ERROR
}
