import type { CallContext } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

/** The time that a call has, and the wish of its caller. `done()` must be called when it is over. */
export interface CallTime {
  /** Aborts with `deadline_exceeded`, or with `cancelled` (its `cause` is the caller's reason). */
  readonly signal: AbortSignal
  /** Milliseconds that are left of the deadline in the context, at least 1; undefined without one. */
  remainingMs(): number | undefined
  done(): void
}

/** What a timer of Node can wait; a longer time is no limit for a call, which has a smaller one of its own. */
const LONGEST_TIMER_MS = 2_147_483_647

/** The deadline counts from here: policy, approval and hooks take their time from it, too. */
export function startCallTime({ deadlineMs, signal: caller }: CallContext): CallTime {
  const controller = new AbortController()
  const started = performance.now()
  const expire = (): void => controller.abort(new GovernedError('deadline_exceeded', { bound: 'callDeadlineMs', limit: deadlineMs ?? 0 }))
  const cancel = (): void => controller.abort(new GovernedError('cancelled', {}, { cause: caller?.reason }))
  let timer: NodeJS.Timeout | undefined
  if (caller?.aborted === true) cancel()
  else if (deadlineMs !== undefined && !(deadlineMs > 0)) expire()
  else {
    caller?.addEventListener('abort', cancel, { once: true })
    if (deadlineMs !== undefined && deadlineMs <= LONGEST_TIMER_MS) timer = setTimeout(expire, deadlineMs)
  }
  return {
    signal: controller.signal,
    remainingMs: () => (deadlineMs === undefined ? undefined : Math.max(1, deadlineMs - (performance.now() - started))),
    done() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', cancel)
    }
  }
}
