import type { ReceivedNotification } from '../json-rpc/received-message.ts'

/**
 * What `notifications/tools/list_changed` means: before the set is frozen, list again, once; afterwards only a
 * suspicion. It never changes a frozen set.
 */
export interface DriftWatch {
  readonly onNotification: (notification: ReceivedNotification) => void
  /** True once: a change was announced since the start or since the last question. */
  changedWhileListing(): boolean
  freeze(): void
  suspected(): boolean
}

export function watchDrift(onDriftSuspected: (() => void) | undefined): DriftWatch {
  let frozen = false
  let announced = false
  return {
    onNotification({ method }) {
      if (method !== 'notifications/tools/list_changed') return
      announced = true
      if (frozen) onDriftSuspected?.()
    },
    changedWhileListing() {
      const changed = announced
      announced = false
      return changed
    },
    freeze: () => {
      frozen = true
      announced = false
    },
    suspected: () => frozen && announced
  }
}
