import { randomInt } from 'node:crypto'
import { GovernedError } from '@b10x/ports/errors'
import type { OAuthState, OAuthStateStore } from '../oauth-state.ts'
import { readStoredState } from './read-stored-state.ts'
import type { StoredRegistration, StoredServer, StoredState } from './stored-state.ts'

/** The part of a state that a change may touch: what is held for one server, and what is known of clients. */
export interface StateView {
  readonly server: StoredServer
  readonly registrations: Readonly<Record<string, StoredRegistration>>
  readonly bindings: Readonly<Record<string, string>>
}

/** What to save, and what to tell. Without `save` nothing is written. */
export interface StateChange<T> {
  readonly save?: Partial<StateView>
  readonly result: T
}

/** Reads and changes what is held for one server. Every change is a compare-and-set over the whole state. */
export interface StateAccess {
  read(): Promise<StateView>
  /** `change` may be asked again, with what somebody else saved in between. */
  update<T>(change: (view: StateView) => StateChange<T>): Promise<T>
}

const MAX_ATTEMPTS = 32

/** @throws GovernedError `oauth_state_invalid`. What a store throws may hold a secret and is not handed on. */
export function createStateAccess(store: OAuthStateStore, key: string): StateAccess {
  async function load(): Promise<StoredState | null> {
    let loaded: OAuthState | null | undefined
    try {
      loaded = await store.load()
    } catch {
      throw new GovernedError('oauth_state_invalid', { reason: 'load' })
    }
    return readStoredState(loaded)
  }

  async function save(expected: number | null, next: StoredState): Promise<boolean> {
    try {
      return (await store.compareAndSet(expected, next)) === true
    } catch {
      throw new GovernedError('oauth_state_invalid', { reason: 'save' })
    }
  }

  const viewOf = (state: StoredState | null): StateView => ({
    server: state !== null && Object.hasOwn(state.servers, key) ? (state.servers[key] ?? {}) : {},
    registrations: state?.registrations ?? {},
    bindings: state?.bindings ?? {}
  })

  return {
    read: async () => viewOf(await load()),
    async update(change) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const state = await load()
        const { save: wanted, result } = change(viewOf(state))
        if (wanted === undefined) return result
        const servers = wanted.server === undefined ? state?.servers : { ...state?.servers, [key]: wanted.server }
        const next: StoredState = {
          ...state,
          format: 'b10x.oauth-state.v1',
          revision: nextRevision(state),
          registrations: wanted.registrations ?? state?.registrations ?? {},
          bindings: wanted.bindings ?? state?.bindings ?? {},
          servers: servers ?? {}
        }
        if (await save(state?.revision ?? null, next)) return result
      }
      throw new GovernedError('oauth_state_invalid', { reason: 'save' })
    }
  }
}

/** Begins anywhere, so that a state that was deleted and made anew is not taken for the old one. */
function nextRevision(state: StoredState | null): number {
  return state === null ? randomInt(2 ** 40) : state.revision + 1
}
