import type { AuthenticationRequest } from '@b10x/ports'
import type { RequestHead } from '../http/request-head.ts'

/** What an authenticator sees of a request. Nothing of it shows when it is inspected, spread or written as JSON. */
export class ShownRequest implements AuthenticationRequest {
  /** Its own, so that it may be taken out: `({ token, header }) => …`. */
  readonly header: (name: string) => string | null
  readonly #token: string | null
  readonly #signal: AbortSignal

  constructor(token: string | null, head: RequestHead, signal: AbortSignal) {
    this.#token = token
    this.header = (name) => head.header(name)
    this.#signal = signal
  }

  get token(): string | null {
    return this.#token
  }

  get signal(): AbortSignal {
    return this.#signal
  }
}
