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
  const controller = new AbortController()
  const started = performance.now()
  const timer = setTimeout(
    () => controller.abort(new GovernedError('deadline_exceeded', { bound, limit: reported })),
    limitMs
  )
  const cancel = (): void => controller.abort(new GovernedError('cancelled', {}, { cause: caller?.reason }))
  if (caller?.aborted === true) cancel()
  else caller?.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    elapsed: () => performance.now() - started,
    cancel,
    done: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', cancel)
    }
  }
}
