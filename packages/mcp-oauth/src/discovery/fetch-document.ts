import type { MetadataFault } from '@b10x/ports/errors'
import { parseObject } from '../http/parse-object.ts'
import type { SendRequest } from '../http/send-request.ts'

/** A metadata document, or why there is none at this address. */
export type FetchedDocument =
  | { readonly kind: 'document'; readonly document: Readonly<Record<string, unknown>> }
  | { readonly kind: 'absent'; readonly reason: Extract<MetadataFault, 'not_found' | 'not_json'> }
  | { readonly kind: 'failed'; readonly reason: Extract<MetadataFault, 'unreachable' | 'too_large'>; readonly cause: unknown }

/**
 * GET of `application/json` with status 200 (RFC 8414, 3.2; RFC 9728, 3.2). Anything else below 500 means that there is no
 * document here and the next address may be asked; so does a page in HTML, with which many sites answer everything.
 */
export async function fetchDocument(send: SendRequest, url: string, signal?: AbortSignal): Promise<FetchedDocument> {
  const received = await send({ method: 'GET', url, headers: [['accept', 'application/json']], body: null }, signal)
  if (received.kind === 'fault') {
    if (received.fault === 'not_json') return { kind: 'absent', reason: 'not_json' }
    return { kind: 'failed', reason: received.fault, cause: received.cause }
  }
  if (received.status >= 500) return { kind: 'failed', reason: 'unreachable', cause: undefined }
  if (received.status !== 200) return { kind: 'absent', reason: 'not_found' }
  const document = received.mediaType === 'application/json' ? parseObject(received.text) : null
  return document === null ? { kind: 'absent', reason: 'not_json' } : { kind: 'document', document }
}
