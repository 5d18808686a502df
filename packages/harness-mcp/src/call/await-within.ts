/**
 * Waits for code of the host, at most until the signal aborts: then it rejects with the signal's reason, and what that
 * code still does is not heard any more.
 */
export async function awaitWithin<T>(work: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  if (!isPromiseLike(work)) {
    signal.throwIfAborted()
    return work
  }
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason)
  })
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function isPromiseLike<T>(work: T | PromiseLike<T>): work is PromiseLike<T> {
  return typeof work === 'object' && work !== null && 'then' in work && typeof work.then === 'function'
}
