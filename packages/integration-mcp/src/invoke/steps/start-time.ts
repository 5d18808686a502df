import type { CallContext } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

/** The time of one call: one absolute deadline for opening, sending and answering. */
export interface CallTime {
  /** In milliseconds. */
  readonly limit: number
  /** Milliseconds that are left, at least 1. */
  remaining(): number
  /** The outcome of some work that nobody else waits for, or the end of the time. The work itself goes on. */
  within<T>(work: Promise<T>): Promise<T>
}

/**
 * @throws GovernedError `cancelled`, `deadline_exceeded` before anything is sent
 */
export function startTime({ signal, deadlineMs }: CallContext, callDeadlineMs: number): CallTime {
  const limit = Math.min(deadlineMs ?? callDeadlineMs, callDeadlineMs)
  const started = performance.now()
  const exceeded = (): GovernedError => new GovernedError('deadline_exceeded', { bound: 'callDeadlineMs', limit })
  const cancelled = (): GovernedError => new GovernedError('cancelled', {}, { cause: signal?.reason as unknown })
  if (signal?.aborted === true) throw cancelled()
  if (!(limit > 0)) throw exceeded()

  return {
    limit,
    remaining: () => Math.max(1, limit - (performance.now() - started)),
    async within(work) {
      let stop = (): void => {}
      const end = new Promise<never>((_resolve, reject) => {
        const timer = setTimeout(() => reject(exceeded()), Math.max(0, limit - (performance.now() - started)))
        const onAbort = (): void => reject(cancelled())
        signal?.addEventListener('abort', onAbort)
        stop = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
        }
      })
      try {
        return await Promise.race([work, end])
      } finally {
        stop()
      }
    }
  }
}
