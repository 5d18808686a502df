import { GovernedError } from '@b10x/ports/errors'
import type { HeaderList } from '../transport/transport.ts'

/** What the head of a response says about its body. */
export interface ResponseHead {
  readonly status: number
  /** `Mcp-Session-Id`, when it is visible ASCII (MCP 2025-11-25, session management). */
  readonly sessionId: string | null
  /** `answer` and `error` are one JSON document, `events` an event stream; `none` is not read. */
  readonly body: 'answer' | 'error' | 'events' | 'none'
  /** Announced bytes of the body, 0 when unknown. */
  readonly contentLength: number
  /** Why the response is no answer, unless its body says more. */
  readonly refusal: GovernedError | null
}

/**
 * Status and headers of one final response to a POST (MCP 2026-07-28 and 2025-11-25, Streamable HTTP).
 * @throws GovernedError `bound_exceeded` (`maxMessageBytes`) from the announced length of a JSON body
 */
export function classifyResponseHead(status: number, headers: HeaderList, maxMessageBytes: number): ResponseHead {
  const refusal = refuseByStatus(status)
  const readable = isPlain(headerOf(headers, 'content-encoding'))
  const mediaType = mediaTypeOf(headerOf(headers, 'content-type'))
  const sessionId = sessionIdOf(headerOf(headers, 'mcp-session-id'))
  const head = { status, sessionId, contentLength: 0 }
  const none = (why: GovernedError): ResponseHead => ({ ...head, body: 'none', refusal: why })

  if (refusal !== null) {
    const mayHoldError = readable && mediaType === 'application/json' && refusal.code !== 'redirect_denied'
    if (!mayHoldError || status === 401 || status === 202) return none(refusal)
    return { ...head, body: 'error', refusal, contentLength: contentLengthOf(headers, maxMessageBytes) }
  }
  if (!readable) return none(new GovernedError('response_invalid', { reason: 'content_encoding', status }))
  if (mediaType === 'text/event-stream') return { ...head, body: 'events', refusal: null }
  if (mediaType !== 'application/json') return none(new GovernedError('response_invalid', { reason: 'media_type', status }))
  return { ...head, body: 'answer', refusal: null, contentLength: contentLengthOf(headers, maxMessageBytes) }
}

/** What a status means that is no 200, before any body is looked at. */
export function refuseByStatus(status: number): GovernedError | null {
  if (status === 200) return null
  if (status === 202) return new GovernedError('response_invalid', { reason: 'no_answer', status })
  if (status >= 300 && status < 400) return new GovernedError('redirect_denied', { status })
  if (status === 401 || status === 403) return new GovernedError('credential_rejected', { status })
  return new GovernedError('http_status_unexpected', { status })
}

/** Repeated lines are one value (RFC 9110, 5.3). */
function headerOf(headers: HeaderList, wanted: string): string {
  let joined = ''
  for (const [name, value] of headers) {
    if (name === wanted) joined = joined === '' ? value : `${joined}, ${value}`
  }
  return joined
}

function mediaTypeOf(contentType: string): string {
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

function isPlain(contentEncoding: string): boolean {
  return contentEncoding === '' || contentEncoding.trim().toLowerCase() === 'identity'
}

function sessionIdOf(value: string): string | null {
  return /^[\x21-\x7e]+$/.test(value) ? value : null
}

function contentLengthOf(headers: HeaderList, limit: number): number {
  const announced = headerOf(headers, 'content-length')
  if (!/^\d+$/.test(announced)) return 0
  const seen = Number(announced)
  if (seen > limit) throw new GovernedError('bound_exceeded', { bound: 'maxMessageBytes', limit, seen })
  return seen
}
