import { GovernedError } from '@b10x/ports/errors'

/** A time limit joined with a caller's signal. `done()` must be called when the work is over. */
export interface Deadline {
  /** Aborts with `deadline_exceeded`, or with `cancelled` (its `cause` is the caller's reason). */
  readonly signal: AbortSignal
  /** Milliseconds since the start. */
  elapsed(): number
  /** Ends what still waits on the signal. */
  cancel(): void
  done(): void
}

/** @param limitMs milliseconds from now; @param reported the bound's value, named in the refusal */
export function startDeadline(
  bound: 'connectDeadlineMs' | 'callDeadlineMs',
  limitMs: number,
  caller: AbortSignal | undefined,
  reported: number = limitMs
): Deadline {
  return new RunningDeadline(bound, limitMs, caller, reported)
}

/** A class, as every call has one: one object, which its timer and its caller's signal know. */
class RunningDeadline implements Deadline {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #started = performance.now()
  readonly #caller: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout

  constructor(bound: 'connectDeadlineMs' | 'callDeadlineMs', limitMs: number, caller: AbortSignal | undefined, reported: number) {
    this.signal = this.#controller.signal
    this.#caller = caller
    this.#timer = setTimeout(() => this.#controller.abort(new GovernedError('deadline_exceeded', { bound, limit: reported })), limitMs)
    if (caller?.aborted === true) this.cancel()
    else caller?.addEventListener('abort', this, { once: true })
  }

  /** The caller's signal aborted. */
  handleEvent(): void {
    this.cancel()
  }

  elapsed(): number {
    return performance.now() - this.#started
  }

  cancel(): void {
    this.#controller.abort(new GovernedError('cancelled', {}, { cause: this.#caller?.reason }))
  }

  done(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this)
  }
}
