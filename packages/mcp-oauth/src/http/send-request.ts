import type { HeaderList, HttpExchange } from '@b10x/ports'
import { GovernedError, hasCode } from '@b10x/ports/errors'
import { OAUTH_BOUNDS } from '../bounds.ts'

/** One request of the OAuth protocol. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: HeaderList
  readonly body: string | null
}

/** A whole response, or why there is none that could be read. */
export type Reception =
  | { readonly kind: 'response'; readonly status: number; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: 'unreachable' | 'too_large' | 'not_json'; readonly cause: unknown }

/** Sends one request over the injected exchange. */
export type SendRequest = (request: OutgoingRequest, signal?: AbortSignal) => Promise<Reception>

const LATE: unique symbol = Symbol('deadline')
const LARGE: unique symbol = Symbol('too large')

/**
 * One deadline per request, one bound per body, no redirects (RFC 9700, 4.11), strict UTF-8.
 * @throws GovernedError `redirect_denied`, `connection_closed`; or the reason of the caller's signal
 */
export function createSendRequest(exchange: HttpExchange, deadlineMs: number = OAUTH_BOUNDS.requestDeadlineMs): SendRequest {
  return async (request, signal) => {
    signal?.throwIfAborted()
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(LATE), deadlineMs)
    const body = collectBody()
    try {
      const either = signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal])
      await exchange.exchange({ ...request, signal: either, onDispatch: () => undefined }, body)
    } catch (error) {
      signal?.throwIfAborted()
      if (hasCode(error, 'redirect_denied') || hasCode(error, 'connection_closed')) throw error
      if (error === LARGE) return { kind: 'fault', fault: 'too_large', cause: undefined }
      return { kind: 'fault', fault: 'unreachable', cause: hasCode(error, 'endpoint_unreachable') ? error : undefined }
    } finally {
      clearTimeout(timer)
    }
    return body.reception()
  }
}

function collectBody(): { onHead(status: number, headers: HeaderList): void; onChunk(chunk: Uint8Array): boolean; reception(): Reception } {
  let status = 0
  let mediaType = ''
  let encoded = false
  let size = 0
  const chunks: Uint8Array[] = []
  return {
    onHead(received, headers) {
      if (received >= 300 && received < 400) throw new GovernedError('redirect_denied', { status: received })
      status = received
      mediaType = (valueOf(headers, 'content-type').split(';')[0] ?? '').trim().toLowerCase()
      encoded = !['', 'identity'].includes(valueOf(headers, 'content-encoding').trim().toLowerCase())
    },
    onChunk(chunk) {
      size += chunk.length
      if (size > OAUTH_BOUNDS.maxDocumentBytes) throw LARGE
      chunks.push(chunk)
      return true
    },
    reception() {
      if (encoded) return { kind: 'fault', fault: 'not_json', cause: undefined }
      try {
        // A byte order mark is kept, and then is no JSON.
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
        return { kind: 'response', status, mediaType, text }
      } catch {
        return { kind: 'fault', fault: 'not_json', cause: undefined }
      }
    }
  }
}

function valueOf(headers: HeaderList, name: string): string {
  return headers.find(([header]) => header === name)?.[1] ?? ''
}
