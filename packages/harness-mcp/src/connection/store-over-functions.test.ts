import type { OAuthState } from '@b10x/mcp-oauth'
import { expect, it } from 'vitest'
import { storeOverFunctions } from './store-over-functions.ts'

const stateAt = (revision: number, by = 'x'): OAuthState => ({ format: 'b10x.oauth-state.v1', revision, by })

/** An application whose storage takes its time. */
function application(stored?: OAuthState | null) {
  const session = { stored, saves: 0 }
  return {
    session,
    store: storeOverFunctions({
      loadState: () => Promise.resolve(session.stored),
      saveState: async (state) => {
        await Promise.resolve()
        session.saves += 1
        session.stored = state
      }
    })
  }
}

it.each([null, undefined])('an empty storage (%s) has no revision', async (nothing) => {
  const { session, store } = application(nothing)
  expect(await store.load()).toBe(nothing)
  expect(await store.compareAndSet(1, stateAt(2))).toBe(false)
  expect(await store.compareAndSet(null, stateAt(1))).toBe(true)
  expect(session.stored).toEqual(stateAt(1))
})

it('saves where the revision is the expected one, and nothing elsewhere', async () => {
  const { session, store } = application(stateAt(4))
  expect(await store.compareAndSet(null, stateAt(5))).toBe(false)
  expect(await store.compareAndSet(3, stateAt(5))).toBe(false)
  expect(session.saves).toBe(0)
  expect(await store.compareAndSet(4, stateAt(5))).toBe(true)
  expect(await store.load()).toEqual(stateAt(5))
})

it('of many at once, one wins', async () => {
  const { session, store } = application(stateAt(1))
  const all = Array.from({ length: 20 }, (_, index) => store.compareAndSet(1, stateAt(2, `${index}`)))
  expect((await Promise.all(all.map(async (saved) => saved))).filter(Boolean)).toHaveLength(1)
  expect(session.saves).toBe(1)
  expect(session.stored).toEqual(stateAt(2, '0'))
})

it('a failure is of its own turn only', async () => {
  const failure = new Error('the session is gone')
  let fails = true
  const store = storeOverFunctions({
    loadState: () => null,
    saveState: () => {
      if (fails) throw failure
    }
  })
  const first = store.compareAndSet(null, stateAt(1))
  const second = store.compareAndSet(null, stateAt(1))
  await expect(first).rejects.toBe(failure)
  await expect(second).rejects.toBe(failure)
  fails = false
  expect(await store.compareAndSet(null, stateAt(1))).toBe(true)
})
