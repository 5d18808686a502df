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
  let head: ResponseHead | null = null
  let body: ByteCollector | null = null
  let stream: EventStreamReader | null = null
  let streamed: ReceivedResponse | null = null
  let sawBytes = false

  function onHead(status: number, headers: HeaderList): void {
    head = classifyResponseHead(status, headers, bounds.maxMessageBytes)
    if (head.body === 'events') stream = createEventStreamReader(bounds, takeEvent)
    else if (head.body !== 'none') body = createByteCollector(head.contentLength)
  }

  function takeEvent(data: string): boolean {
    streamed = matchAnswer(readMessages(data, limits), handlers)
    return streamed === null
  }

  function onChunk(chunk: Uint8Array): boolean {
    sawBytes ||= chunk.length > 0
    if (stream !== null) return stream.feed(chunk)
    if (body === null) return false
    body.add(chunk)
    const seen = body.size()
    if (seen > bounds.maxMessageBytes) {
      throw new GovernedError('bound_exceeded', { bound: 'maxMessageBytes', limit: bounds.maxMessageBytes, seen })
    }
    return true
  }

  function finish(): WireResponse | null {
    if (head === null) throw new GovernedError('response_invalid', { reason: 'empty', status: null })
    if (stream !== null) return streamed === null ? null : answered(streamed, head)
    if (!sawBytes && head.status === 200) throw new GovernedError('response_invalid', { reason: 'empty', status: 200 })
    if (head.body === 'none' || body === null) throw refusalOf(head)
    const bytes = body.take()
    return answered(head.body === 'answer' ? findAnswer(bytes, head.status) : findError(bytes, head), head)
  }

  function findAnswer(bytes: Uint8Array, status: number): ReceivedResponse {
    const messages = readMessages(decodeText(bytes), limits)
    const answer = matchAnswer(messages, handlers)
    if (answer !== null) return answer
    throw new GovernedError('response_invalid', { reason: messages.some(isResponse) ? 'wrong_id' : 'no_answer', status })
  }

  /** Servers refuse with a status and say why in a JSON-RPC error: under 400 and 404 it is the answer. */
  function findError(bytes: Uint8Array, { status, refusal }: ResponseHead): ReceivedResponse {
    const found = readQuietly(bytes).find((message) => message.kind === 'error' && isAnswer(message, handlers.id))
    if (found?.kind !== 'error' || (status === 403 && !isModernError(found.code))) {
      throw refusal ?? new GovernedError('http_status_unexpected', { status })
    }
    return found
  }

  /** An unreadable body under an error status is no news. */
  function readQuietly(bytes: Uint8Array): readonly ReceivedMessage[] {
    try {
      return readMessages(decodeText(bytes), limits)
    } catch (error) {
      if (hasCode(error, 'message_invalid') || hasCode(error, 'bound_exceeded')) return []
      throw error
    }
  }

  return {
    onHead,
    onChunk,
    finish,
    stream: () => stream,
    bearsBreak: () => head !== null && body === null
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
