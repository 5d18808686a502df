import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import type { GovernedError } from '@b10x/ports/errors'
import type { Reception, SendRequest } from './send-request.ts'

/** How oauth4webapi sends one request of ours. */
export interface LibraryOptions {
  readonly [customFetch]: (
    url: string,
    init: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  ) => Promise<Response>
  readonly [allowInsecureRequests]: boolean
}

/**
 * Lets oauth4webapi write a request and read its response, over our exchange and within our bounds. Only the media type
 * of the response is handed on: with a `WWW-Authenticate` the library would not look at the error in the body.
 *
 * @param endpoint has been checked already; the library refuses plain http unless it is told so
 * @param explain makes the refusal for a request without a readable response
 */
export function overExchange(
  send: SendRequest,
  endpoint: string,
  explain: (fault: Extract<Reception, { kind: 'fault' }>) => GovernedError,
  signal?: AbortSignal
): LibraryOptions {
  return {
    [allowInsecureRequests]: endpoint.startsWith('http:'),
    [customFetch]: async (url, init) => {
      const headers = Object.entries(init.headers ?? {}).filter(([name]) => name !== 'user-agent')
      const body = init.body === undefined || init.body === null ? null : String(init.body as URLSearchParams | string)
      const received = await send({ method: init.method === 'POST' ? 'POST' : 'GET', url, headers, body }, signal)
      if (received.kind === 'fault') throw explain(received)
      const bodyless = received.status === 204 || received.status === 205
      return new Response(bodyless ? null : received.text, { status: received.status, headers: { 'content-type': received.mediaType } })
    }
  }
}
