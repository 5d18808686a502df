import { GovernedError } from '@b10x/ports/errors'
import type { Cancellable } from './exchange.ts'

/** One call while it runs. It stands in the list of those that run, whose links it carries: every call is one of these. */
export class RunningCall implements Cancellable {
  /** Of `performance.now()`. */
  readonly startedAt: number
  before: RunningCall | null = null
  after: RunningCall | null = null
  readonly #controller = new AbortController()
  #end: ((error: GovernedError) => void) | null = null
  #ended: GovernedError | null = null

  constructor(startedAt: number) {
    this.startedAt = startedAt
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isOver(): boolean {
    return this.#ended !== null
  }

  /**
   * What the work gives, or what ended the call before: the answer waits for no tool that does not listen.
   * @param over the work itself has ended
   */
  settle<T>(work: Promise<T>, over: () => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#end = reject
      work.then(
        (result) => {
          over()
          resolve(result)
        },
        (error: unknown) => {
          over()
          reject(error as Error)
        }
      )
      if (this.#ended !== null) reject(this.#ended)
    })
  }

  cancel(): void {
    this.stop(new GovernedError('cancelled', {}))
  }

  /** Ends the wait; the first word counts. */
  stop(error: GovernedError): void {
    if (this.#ended !== null) return
    this.#ended = error
    this.#end?.(error)
    this.#controller.abort(error)
  }
}
