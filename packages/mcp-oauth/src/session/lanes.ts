import type { OAuthStateStore } from '../oauth-state.ts'

/** Everything in this process that gets tokens for one server out of one store, one after the other. */
export interface Lane {
  run<T>(task: () => Promise<T>): Promise<T>
  /** Saves now, or before the next task: what cannot be had twice is not lost with one failure of the store. */
  persist(save: () => Promise<unknown>): Promise<void>
}

const LANES: WeakMap<OAuthStateStore, Map<string, Lane>> = new WeakMap()

export function laneOf(store: OAuthStateStore, key: string): Lane {
  const lanes = LANES.get(store) ?? new Map<string, Lane>()
  LANES.set(store, lanes)
  const lane = lanes.get(key) ?? createLane()
  lanes.set(key, lane)
  return lane
}

function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve()
  let unsaved: (() => Promise<unknown>) | null = null

  async function flush(): Promise<void> {
    await unsaved?.()
    unsaved = null
  }

  return {
    run<T>(task: () => Promise<T>): Promise<T> {
      const current = last.then(flush).then(task)
      last = current.catch(() => undefined)
      return current
    },
    async persist(save) {
      unsaved = save
      await flush()
    }
  }
}
