import { GovernedError } from '@b10x/ports/errors'
import type { Cancellable } from './exchange.ts'

/** One call while it runs. A class, as every call has one: one object, which its timer and its transport know. */
export class RunningCall implements Cancellable {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  #end: ((error: GovernedError) => void) | null = null
  #ended: GovernedError | null = null

  /** @param limitMs milliseconds from now; `reported` is the bound's value */
  constructor(limitMs: number) {
    this.#timer = setTimeout(() => this.#stop(new GovernedError('deadline_exceeded', { bound: 'callDeadlineMs', limit: limitMs })), limitMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get isOver(): boolean {
    return this.#ended !== null
  }

  /** What the work gives, or what ended the call before: the answer waits for no tool that does not listen. */
  settle<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#ended !== null) {
        work.catch(() => undefined)
        reject(this.#ended)
        return
      }
      this.#end = reject
      work.then(resolve, reject)
    })
  }

  cancel(): void {
    this.#stop(new GovernedError('cancelled', {}))
  }

  done(): void {
    clearTimeout(this.#timer)
  }

  #stop(error: GovernedError): void {
    if (this.#ended !== null) return
    this.#ended = error
    clearTimeout(this.#timer)
    this.#end?.(error)
    this.#controller.abort(error)
  }
}
