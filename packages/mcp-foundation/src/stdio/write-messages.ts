import type { Writable } from 'node:stream'

/** Writes messages to a child's standard input, one line each. */
export interface MessageWriter {
  /**
   * Queues one message. `admit` runs right before the write and may still withdraw it (then the promise resolves).
   * The promise settles whatever happens to the child: it resolves when the bytes were handed to the operating
   * system, and rejects with the error of `fail` when they were not.
   * @throws TypeError for a body with a newline: it would be two messages
   */
  write(body: string, admit?: () => boolean): Promise<void>
  /** Bytes that the child has not taken yet. */
  readonly pendingBytes: number
  /** The child can take nothing any more: everything unwritten rejects, and every later write. */
  fail(error: unknown): void
}

interface Queued {
  readonly body: string
  readonly admit: (() => boolean) | undefined
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Messages of one tick go out in one write. A failed write is not reported by itself: its owner learns of the child's
 * end anyway and then knows the exit status, so that is what `fail` reports.
 */
export function createMessageWriter(stdin: Writable): MessageWriter {
  let queue: Queued[] = []
  let failure: { readonly error: unknown } | null = null
  const unwritten = new Set<Queued>()

  const flush = (): void => {
    const batch = queue
    queue = []
    const admitted: Queued[] = []
    for (const entry of batch) {
      if (failure !== null) continue // `fail` rejected it
      if (entry.admit === undefined || entry.admit()) admitted.push(entry)
      else settle(entry)
    }
    if (admitted.length === 0 || failure !== null) return
    stdin.write(admitted.map((entry) => `${entry.body}\n`).join(''), (error) => {
      if (error === null || error === undefined) admitted.forEach(settle)
    })
  }

  const settle = (entry: Queued): void => {
    if (unwritten.delete(entry)) entry.resolve()
  }

  return {
    write(body, admit) {
      if (body.includes('\n')) throw new TypeError('a message on standard input is one line')
      return new Promise((resolve, reject) => {
        if (failure !== null) return reject(failure.error)
        const entry: Queued = { body, admit, resolve, reject }
        unwritten.add(entry)
        if (queue.push(entry) === 1) process.nextTick(flush)
      })
    },
    get pendingBytes() {
      return stdin.writableLength
    },
    fail(error) {
      failure ??= { error }
      for (const entry of unwritten) entry.reject(failure.error)
      unwritten.clear()
    }
  }
}
