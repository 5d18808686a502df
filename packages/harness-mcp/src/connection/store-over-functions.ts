import type { OAuthState, OAuthStateStore } from '@b10x/mcp-oauth'

/** Where an application keeps the state of a login: a session on its server, a secret store. Encrypted at rest. */
export interface StateFunctions {
  /** What was saved last; null or undefined where nothing was. */
  readonly loadState: () => OAuthState | null | undefined | Promise<OAuthState | null | undefined>
  readonly saveState: (state: OAuthState) => unknown
}

/**
 * Compares and sets by loading, comparing and saving, one after the other within this process. Two processes may still
 * save over each other between load and save: where several share a login, use a store that compares and sets in one step.
 */
export function storeOverFunctions({ loadState, saveState }: StateFunctions): OAuthStateStore {
  let last: Promise<unknown> = Promise.resolve()
  return {
    load: () => loadState(),
    compareAndSet(expected, next) {
      const turn = last.then(async () => {
        const stored = await loadState()
        if ((stored?.revision ?? null) !== expected) return false
        await saveState(next)
        return true
      })
      last = turn.catch(() => undefined)
      return turn
    }
  }
}
