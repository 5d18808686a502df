import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createMemoryIdempotency } from './idempotency.ts'

const call = (key: string, inputDigest = 'd'): { readonly key: string; readonly tool: string; readonly inputDigest: string } => ({ key, tool: 't', inputDigest })

describe('keys in memory', () => {
  it('run again when they are old, and not before', async () => {
    let now = 0
    let runs = 0
    const store = createMemoryIdempotency({ ttlMs: 100, clock: { now: () => now } })
    const run = async (keep: () => void): Promise<number> => (keep(), (runs += 1))
    expect([await store.once(call('a'), run), await store.once(call('a'), run)]).toEqual([1, 1])
    now = 99
    expect(await store.once(call('a'), run)).toBe(1)
    now = 100
    expect(await store.once(call('a'), run)).toBe(2)
  })

  it('that are still good make no room for others', async () => {
    const store = createMemoryIdempotency({ ttlMs: 100, maxEntries: 1, clock: { now: () => 0 } })
    const run = async (keep: () => void): Promise<void> => keep()
    await store.once(call('a'), run)
    expect((await expectCode(store.once(call('b'), run), 'rate_limited')).details).toEqual({ limit: 1, windowMs: 100 })
    await store.once(call('a'), run)
  })

  it('are free after what failed before it was kept', async () => {
    const store = createMemoryIdempotency()
    await expect(store.once(call('a'), () => Promise.reject(new Error('before')))).rejects.toThrow('before')
    await expect(store.once(call('a', 'e'), (keep) => (keep(), Promise.reject(new Error('after'))))).rejects.toThrow('after')
    await expect(store.once(call('a', 'e'), () => Promise.resolve())).rejects.toThrow('after')
    await expectCode(store.once(call('a'), () => Promise.resolve()), 'policy_denied')
  })

  it('need numbers that make sense', () => {
    for (const options of [{ ttlMs: 0 }, { maxEntries: 1.5 }, { ttl: 5 }]) expectThrownCode(() => createMemoryIdempotency(options as object), 'option_invalid')
  })
})
