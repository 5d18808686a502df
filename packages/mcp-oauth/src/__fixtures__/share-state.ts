import type { OAuthState, OAuthStateStore } from '../oauth-state.ts'
import { createMemoryStateStore } from '../state/memory-state-store.ts'

/** How a store of one process fails. */
export interface Failing {
  /** Saves that work before one fails. */
  readonly failAfterSaves?: number
  /** How many fail then; default: all. */
  readonly failures?: number
}

/** One state under several stores, as processes see it: nothing else is common to them. */
export interface SharedState {
  open(failing?: Failing): OAuthStateStore
  read(): OAuthState | null | undefined | Promise<OAuthState | null | undefined>
}

export function shareState(): SharedState {
  const inner = createMemoryStateStore()
  return {
    read: () => inner.load(),
    open({ failAfterSaves = Infinity, failures = Infinity } = {}) {
      let saves = 0
      let failed = 0
      return {
        load: async () => inner.load(),
        async compareAndSet(expected, next) {
          saves += 1
          if (saves > failAfterSaves && failed < failures) {
            failed += 1
            throw new Error('the store is gone')
          }
          return inner.compareAndSet(expected, next)
        }
      }
    }
  }
}
