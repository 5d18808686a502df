import { inspect } from 'node:util'
import type { Secret } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { expectCode, expectThrownCode } from '../matchers/expect-code.ts'
import { createMemorySeal } from './create-memory-seal.ts'
import { createMemorySecretStore } from './create-memory-secret-store.ts'

const SECRET = 'canary-canary-canary'

describe('a secret in memory', () => {
  it('is lent for the length of one function, and counted', async () => {
    const store = createMemorySecretStore({ a: SECRET })
    const kept: Secret[] = []
    expect(await store.withSecret('a', (secret) => (kept.push(secret), [secret.reveal(), store.open]))).toEqual([SECRET, 1])
    const [secret] = kept as [Secret]
    expect(expectThrownCode(() => secret.reveal(), 'secret_unavailable').details).toEqual({ reason: 'loan_ended' })
    expect([store.loans, store.open]).toEqual([['a'], 0])
  })

  it('comes back also from a function that fails, whose error is thrown on', async () => {
    const store = createMemorySecretStore({ a: SECRET })
    const error = new Error('x')
    let kept: Secret | undefined
    await expect(store.withSecret('a', (secret) => ((kept = secret), Promise.reject(error)))).rejects.toBe(error)
    expectThrownCode(() => kept?.reveal(), 'secret_unavailable')
    expect(store.open).toBe(0)
  })

  it('shows nothing of itself', async () => {
    const store = createMemorySecretStore({ a: SECRET })
    await store.withSecret('a', (secret) => {
      const shown = [inspect(secret, { showHidden: true, depth: 9 }), JSON.stringify({ secret }), String(secret), JSON.stringify({ ...secret }), inspect(structuredClone({ ...secret }))]
      expect(shown.join(' ')).not.toContain(SECRET)
    })
    expect(inspect(store, { depth: 9 })).not.toContain(SECRET)
  })

  it('that is missing, or whose store fails, is unavailable', async () => {
    const store = createMemorySecretStore({ a: SECRET })
    store.set('b', 'x')
    store.delete('b')
    expect((await expectCode(store.withSecret('b', () => 1), 'secret_unavailable')).details).toEqual({ reason: 'missing' })
    const failure = new Error('disk')
    store.failWith(failure)
    const error = await expectCode(store.withSecret('a', () => 1), 'secret_unavailable')
    expect([error.details, error.cause]).toEqual([{ reason: 'store' }, failure])
    store.failWith(null)
    expect(await store.withSecret('a', () => 1)).toBe(1)
  })
})

it('what is sealed in memory is a copy under a reference', async () => {
  const seal = createMemorySeal()
  const content = Uint8Array.of(1, 2)
  const subject = { operationRef: 'a.b', connectionRef: 'c', code: 'operation_failed' }
  expect(await seal.seal(subject, content)).toBe('sealed-1')
  content[0] = 9
  expect(seal.sealed).toEqual([{ reference: 'sealed-1', subject, content: Uint8Array.of(1, 2) }])
})
