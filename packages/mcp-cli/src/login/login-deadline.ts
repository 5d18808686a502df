import { GovernedError } from '@b10x/ports/errors'

/** How long the user may take where the command line does not say. */
const LOGIN_DEADLINE_MS = 300_000

export interface LoginDeadline {
  /** Aborted with `deadline_exceeded`, or with `cancelled` when the user interrupts. */
  readonly signal: AbortSignal
  [Symbol.dispose](): void
}

export function startLoginDeadline(deadlineMs: number | null, interrupt: AbortSignal): LoginDeadline {
  const limit = deadlineMs ?? LOGIN_DEADLINE_MS
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(new GovernedError('deadline_exceeded', { bound: 'connectDeadlineMs', limit })), limit)
  const onInterrupt = (): void => control.abort(new GovernedError('cancelled', {}))
  if (interrupt.aborted) onInterrupt()
  interrupt.addEventListener('abort', onInterrupt, { once: true })
  return {
    signal: control.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      interrupt.removeEventListener('abort', onInterrupt)
    }
  }
}
