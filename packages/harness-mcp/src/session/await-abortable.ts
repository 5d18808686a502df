import { GovernedError } from '@b10x/ports/errors'

/**
 * Waits for `work`, and after the signal is aborted for `graceMs` more, in milliseconds. Work that is left behind may
 * still fail: nobody hears of it then.
 * @throws GovernedError `cancelled` with the signal's reason as the cause
 */
export async function awaitAbortable<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      if (graceMs === 0) reject(cancelledBy(signal))
      else timer = setTimeout(() => reject(cancelledBy(signal)), graceMs)
    }
  })
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
  }
}

/** @throws GovernedError `cancelled` */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelledBy(signal)
}

function cancelledBy(signal: AbortSignal): GovernedError<'cancelled'> {
  return new GovernedError('cancelled', {}, { cause: signal.reason })
}
