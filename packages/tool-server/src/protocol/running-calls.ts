import { GovernedError } from '@b10x/ports/errors'
import { RunningCall } from './running-call.ts'

/**
 * The calls that run, the oldest first, and one timer for all of them: each has as long as the others, so the oldest is the
 * first whose time is up. A timer of its own for each call would cost as much as reading its message.
 */
export class RunningCalls {
  readonly #limitMs: number
  #oldest: RunningCall | null = null
  #latest: RunningCall | null = null
  #timer: NodeJS.Timeout | null = null

  /** @param limitMs the bound `callDeadlineMs`, in milliseconds */
  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  begin(): RunningCall {
    const call = new RunningCall(performance.now())
    call.before = this.#latest
    if (this.#latest === null) this.#oldest = call
    else this.#latest.after = call
    this.#latest = call
    // A process with nothing else to do waits for its calls, and not for the timer of none.
    if (this.#timer === null) this.#wait(this.#limitMs)
    else if (call.before === null) this.#timer.ref()
    return call
  }

  /** Once for each that began. */
  end(call: RunningCall): void {
    const { before, after } = call
    if (before === null) this.#oldest = after
    else before.after = after
    if (after === null) this.#latest = before
    else after.before = before
    if (this.#oldest === null) this.#timer?.unref()
  }

  cancelAll(): void {
    for (const call of this.#all()) call.cancel()
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => this.#stopLate(), ms)
  }

  #stopLate(): void {
    this.#timer = null
    const now = performance.now()
    for (const call of this.#all()) {
      const left = call.startedAt + this.#limitMs - now
      if (left > 0) return this.#wait(Math.ceil(left))
      call.stop(new GovernedError('deadline_exceeded', { bound: 'callDeadlineMs', limit: this.#limitMs }))
    }
  }

  /** As they are now: what is stopped may leave the list. */
  #all(): readonly RunningCall[] {
    const all: RunningCall[] = []
    for (let call = this.#oldest; call !== null; call = call.after) all.push(call)
    return all
  }
}
