import fc from 'fast-check'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { shareState } from '../__fixtures__/share-state.ts'
import type { OAuthState } from '../oauth-state.ts'
import { readStoredState } from './read-stored-state.ts'
import { createStateAccess } from './state-access.ts'

describe('a change of the state', () => {
  it('is never lost among others', async () => {
    const shared = shareState()
    const writers = Array.from({ length: 8 }, (_, n) => createStateAccess(shared.open(), `key ${n % 2}`))
    const add = (code: string): Parameters<(typeof writers)[number]['update']>[0] => ({ server }) =>
      ({ result: undefined, save: { server: { ...server, spent: [...(server.spent ?? []), code] } } })
    await Promise.all(writers.map((writer, n) => writer.update(add(`code ${n}`))))
    const spent = await Promise.all([0, 1].map(async (n) => (await createStateAccess(shared.open(), `key ${n}`).read()).server.spent?.toSorted()))
    expect(spent).toEqual([['code 0', 'code 2', 'code 4', 'code 6'], ['code 1', 'code 3', 'code 5', 'code 7']])
  })

  it('keeps what another version wrote', async () => {
    const shared = shareState()
    const store = shared.open()
    await store.compareAndSet(null, { format: 'b10x.oauth-state.v1', revision: 7, later: { a: 1 }, servers: { other: { later: true } } })
    await createStateAccess(store, 'mine').update(() => ({ result: undefined, save: { server: { spent: ['x'] } } }))
    expect(await shared.read()).toEqual({
      format: 'b10x.oauth-state.v1',
      revision: 8,
      later: { a: 1 },
      registrations: {},
      bindings: {},
      servers: { other: { later: true }, mine: { spent: ['x'] } }
    })
  })

  it('is no use where nobody takes it', async () => {
    const refusing = createStateAccess({ load: () => null, compareAndSet: () => false }, 'key')
    const error = await expectCode(refusing.update(() => ({ result: 1, save: { server: {} } })), 'oauth_state_invalid')
    expect(error.details).toEqual({ reason: 'save' })
  })

  it('begins at any revision, so that a new state is not taken for an old one', async () => {
    const revisions = new Set<number>()
    for (let round = 0; round < 20; round += 1) {
      const shared = shareState()
      await createStateAccess(shared.open(), 'key').update(() => ({ result: 1, save: { server: {} } }))
      revisions.add((await shared.read())?.revision ?? 0)
    }
    expect(revisions.size).toBeGreaterThan(15)
  })
})

describe('a state that was loaded', () => {
  const TOKENS = { issuer: 'i', client: { clientId: 'c' }, resource: 'r', accessToken: 'a', scopes: [], obtainedAt: 1 }

  it.each([
    ['text', 'x'],
    ['another format', { format: 'other', revision: 1 }],
    ['no revision', { revision: undefined }],
    ['servers in a list', { servers: [] }],
    ['tokens without an issuer', { servers: { key: { tokens: { ...TOKENS, issuer: undefined } } } }],
    ['tokens with an empty token', { servers: { key: { tokens: { ...TOKENS, accessToken: '' } } } }],
    ['an expiry that is no number', { servers: { key: { tokens: { ...TOKENS, expiresAt: 'x' } } } }],
    ['a client without an id', { servers: { key: { tokens: { ...TOKENS, client: {} } } } }],
    ['an attempt without a state', { servers: { key: { pending: [{}] } } }],
    ['a registration without an id', { registrations: { i: { redirectUrl: 'x' } } }],
    ['a binding that is no text', { bindings: { c: 1 } }]
  ])('is refused: %s', async (_name, loaded) => {
    const state = typeof loaded === 'string' ? loaded : { format: 'b10x.oauth-state.v1', revision: 1, ...loaded }
    await expectCode(() => readStoredState(state as unknown as OAuthState), 'oauth_state_invalid')
  })

  it('is refused or read, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (servers, registrations) => {
        try {
          readStoredState({ format: 'b10x.oauth-state.v1', revision: 1, servers, registrations })
        } catch (error) {
          expect((error as { readonly code: string }).code).toBe('oauth_state_invalid')
        }
      })
    )
  })
})
