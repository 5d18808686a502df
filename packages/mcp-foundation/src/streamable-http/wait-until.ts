/**
 * The outcome of some work, or the reason of the first signal that aborts before it. The work itself goes on.
 * No listener stays behind.
 */
export async function withinSignals<T>(work: T | Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  for (const signal of signals) signal.throwIfAborted()
  let stop = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (event: Event): void => reject((event.target as AbortSignal).reason as Error)
    for (const signal of signals) signal.addEventListener('abort', onAbort)
    stop = () => signals.forEach((signal) => signal.removeEventListener('abort', onAbort))
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    stop()
  }
}

/** Waits, unless a signal aborts first; rejects with its reason then. No timer stays behind. */
export async function pause(milliseconds: number, signals: readonly AbortSignal[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  try {
    await withinSignals(new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds))), signals)
  } finally {
    clearTimeout(timer)
  }
}
