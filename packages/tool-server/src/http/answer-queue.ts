import type { ServerResponse } from 'node:http'

interface Answered {
  readonly response: ServerResponse
  readonly body: string
}

/**
 * Writes the answers of one turn of the event loop one after the other when the turn is over. A client that waits for
 * several of them is woken once: on loopback, waking it costs as much as all that is done here for a short call.
 */
export class AnswerQueue {
  #waiting: Answered[] = []

  /** Ends the response with the body in this turn still, after those that were added before it. */
  add(response: ServerResponse, body: string): void {
    if (this.#waiting.push({ response, body }) === 1) setImmediate(() => this.#writeAll())
  }

  #writeAll(): void {
    const answered = this.#waiting
    this.#waiting = []
    for (const { response, body } of answered) if (!response.destroyed) response.end(body)
  }
}
