/**
 * The outcome of some work, or the reason of the first signal that aborts before it. The work itself goes on.
 * No listener stays behind.
 */
export async function withinSignals<T>(work: T | Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (event: Event): void => reject((event.target as AbortSignal).reason as Error)
    for (const signal of signals) {
      if (signal.aborted) reject(signal.reason as Error)
      signal.addEventListener('abort', onAbort)
    }
    stop = () => signals.forEach((signal) => signal.removeEventListener('abort', onAbort))
  })
  try {
    return await Promise.race([aborted, work])
  } finally {
    stop()
  }
}

/** A signal that aborts with the first of several and has its reason, until it is let go of. */
export interface JoinedSignal {
  readonly signal: AbortSignal
  /** No listener stays behind. */
  release(): void
}

/** Not `AbortSignal.any`: what that one makes stays with a signal that lives for long. */
export function joinSignals(signals: readonly AbortSignal[]): JoinedSignal {
  const controller = new AbortController()
  const onAbort = (event: Event): void => controller.abort((event.target as AbortSignal).reason)
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', onAbort)
  }
  return {
    signal: controller.signal,
    release: () => signals.forEach((signal) => signal.removeEventListener('abort', onAbort))
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
