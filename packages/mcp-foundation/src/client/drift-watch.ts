import type { ReceivedNotification } from '../json-rpc/received-message.ts'

/**
 * What `notifications/tools/list_changed` means: before the set is frozen, list again, once; afterwards only a
 * suspicion. It never changes a frozen set.
 */
export interface DriftWatch {
  readonly onNotification: (notification: ReceivedNotification) => void
  /** True once: a change was announced since the start or since the last question. */
  changedWhileListing(): boolean
  /** The set is fixed: what is announced from now on, or was since the last question, makes it suspected. */
  freeze(): void
  suspected(): boolean
}

export function watchDrift(onDriftSuspected: (() => void) | undefined): DriftWatch {
  let frozen = false
  let announced = false
  const report = (): void => {
    try {
      onDriftSuspected?.()
    } catch {
      // A listener that throws must not cost a connection.
    }
  }
  return {
    onNotification({ method }) {
      if (method !== 'notifications/tools/list_changed') return
      announced = true
      if (frozen) report()
    },
    changedWhileListing() {
      const changed = announced
      announced = false
      return changed
    },
    freeze() {
      frozen = true
      // Announced after the last question: while the set that is now frozen was listed.
      if (announced) report()
    },
    suspected: () => frozen && announced
  }
}
