import type { IncomingMessage, ServerResponse } from 'node:http'

/** Something that `listen` serves. */
export interface HttpServed {
  /** For node:http. Resolves when the response is over. */
  handleNode(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Refuses new requests, lets those in flight finish for `graceMs` (default 10 000), then ends them. */
  close(options?: { readonly graceMs?: number }): Promise<void>
}
