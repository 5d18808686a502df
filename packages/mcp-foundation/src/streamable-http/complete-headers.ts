import type { HeaderList } from '../transport/transport.ts'
import type { CredentialSource } from './credential-source.ts'
import type { HttpRequest } from './http-exchange.ts'
import { joinSignals, withinSignals } from './wait-until.ts'

const OWN_HEADERS: { readonly [M in HttpRequest['method']]: HeaderList } = {
  POST: [
    ['content-type', 'application/json'],
    ['accept', 'application/json, text/event-stream'],
    ['accept-encoding', 'identity']
  ],
  GET: [
    ['accept', 'text/event-stream'],
    ['accept-encoding', 'identity']
  ],
  DELETE: [['accept-encoding', 'identity']]
}

/** All headers of one HTTP request: ours, the message's, and the caller's credentials, which may have to be asked for. */
export type HeaderCompletion = (
  method: HttpRequest['method'],
  headers: HeaderList,
  signal: AbortSignal
) => HeaderList | Promise<HeaderList>

/** @param closing ends every question for credentials, as the signal of a request ends its own */
export function createHeaderCompletion(credentials: CredentialSource, closing: AbortSignal): HeaderCompletion {
  return (method, headers, signal) => {
    const join = (secret: HeaderList): HeaderList => [...OWN_HEADERS[method], ...headers, ...secret]
    const known = credentials.known()
    return known === null ? askWithin(credentials, [signal, closing]).then(join) : join(known)
  }
}

async function askWithin(credentials: CredentialSource, signals: readonly AbortSignal[]): Promise<HeaderList> {
  const { signal, release } = joinSignals(signals)
  try {
    signal.throwIfAborted()
    return await withinSignals(credentials.ask(signal), [signal])
  } finally {
    release()
  }
}
