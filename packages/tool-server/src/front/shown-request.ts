import type { AuthenticationRequest } from '@b10x/ports'
import type { RequestHead } from '../http/request-head.ts'

/** What an authenticator sees of a request. Nothing of it shows when it is inspected, spread or written as JSON. */
export class ShownRequest implements AuthenticationRequest {
  readonly #token: string | null
  readonly #head: RequestHead
  readonly #signal: AbortSignal

  constructor(token: string | null, head: RequestHead, signal: AbortSignal) {
    this.#token = token
    this.#head = head
    this.#signal = signal
  }

  get token(): string | null {
    return this.#token
  }

  get signal(): AbortSignal {
    return this.#signal
  }

  header(name: string): string | null {
    return this.#head.header(name)
  }
}
