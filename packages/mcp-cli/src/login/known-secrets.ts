import type { OAuthState, OAuthStateStore } from '@b10x/mcp-oauth'

const SECRET_MEMBERS: ReadonlySet<string> = new Set(['accessToken', 'refreshToken', 'clientSecret', 'codeVerifier'])

export interface WatchedStore {
  readonly store: OAuthStateStore
  /** Every secret that went through the store, to be removed from whatever is printed. */
  secrets(): readonly string[]
}

/** The same store, remembering the secrets in it. */
export function watchSecrets(inner: OAuthStateStore): WatchedStore {
  const seen = new Set<string>()
  const note = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string' && SECRET_MEMBERS.has(name)) seen.add(member)
      note(member)
    }
  }
  return {
    store: {
      async load(): Promise<OAuthState | null | undefined> {
        const state = await inner.load()
        note(state)
        return state
      },
      compareAndSet(expected, next) {
        note(next)
        return inner.compareAndSet(expected, next)
      }
    },
    secrets: () => [...seen]
  }
}
