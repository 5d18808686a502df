import type { OAuthState, OAuthStateStore } from '../oauth-state.ts'

/** Keeps the state in memory, as text: what was handed out cannot be changed from outside. For tests and short programs. */
export function createMemoryStateStore(): OAuthStateStore {
  let stored: string | null = null
  return {
    load: () => (stored === null ? null : (JSON.parse(stored) as OAuthState)),
    compareAndSet(expected, next) {
      const revision = stored === null ? null : (JSON.parse(stored) as OAuthState).revision
      if (revision !== expected) return false
      stored = JSON.stringify(next)
      return true
    }
  }
}
