import { describe, expect, it } from 'vitest'
import { shareState } from '../__fixtures__/share-state.ts'
import { scriptedLogin } from '../__fixtures__/scripted-login.ts'
import type { Arrival, Reply } from '../__fixtures__/start-scripted-server.ts'
import { startScriptedWorld } from '../__fixtures__/start-scripted-world.ts'
import type { StateView } from '../state/state-access.ts'
import type { StoredServer, StoredTokens } from '../state/stored-state.ts'
import { claimRefresh, dropTokens, finishRefresh, withdrawClaim } from './claim-refresh.ts'

const tokens = (accessToken: string): StoredTokens => ({ issuer: 'i', client: { clientId: 'c' }, resource: 'r', accessToken, scopes: [], obtainedAt: 0 })
const view = (server: StoredServer): StateView => ({ server, registrations: {}, bindings: {} })
const OLD = tokens('old')
const NEW = tokens('new')

describe('a refresh, in the store', () => {
  it.each([
    ['nobody else', { tokens: OLD }, false, 'claimed', { by: 'me', at: 100_000, takeovers: 0 }],
    ['somebody who was faster', { tokens: NEW }, false, 'replaced', null],
    ['somebody who logged out', {}, false, 'lost', null],
    ['somebody who is at it', { tokens: OLD, refreshing: { by: 'other', at: 90_000, takeovers: 0 } }, false, 'busy', null],
    ['somebody whose clock is ahead', { tokens: OLD, refreshing: { by: 'other', at: 110_000, takeovers: 0 } }, false, 'busy', null],
    ['somebody who left', { tokens: OLD, refreshing: { by: 'other', at: 85_000, takeovers: 0 } }, false, 'claimed', { by: 'me', at: 100_000, takeovers: 1 }],
    ['somebody who was waited for', { tokens: OLD, refreshing: { by: 'other', at: 99_000, takeovers: 0 } }, true, 'claimed', { by: 'me', at: 100_000, takeovers: 1 }],
    ['two who left', { tokens: OLD, refreshing: { by: 'other', at: 85_000, takeovers: 1 } }, false, 'lost', undefined]
  ] as const)('meets %s', (_name, server, impatient, result, refreshing) => {
    const change = claimRefresh(view(server), { tokens: OLD, by: 'me', now: 100_000, impatient })
    expect(change.result).toBe(result)
    expect(change.save?.server?.refreshing ?? (change.save === undefined ? null : undefined)).toEqual(refreshing)
    expect(change.save?.server?.tokens).toEqual(result === 'claimed' ? OLD : undefined)
  })

  it('replaces and removes the tokens that it began with, and no others', () => {
    const refreshing = { by: 'me', at: 0, takeovers: 0 }
    expect(finishRefresh(view({ tokens: OLD, refreshing, spent: ['x'] }), OLD, NEW).save).toEqual({ server: { tokens: NEW, spent: ['x'] } })
    expect(dropTokens(view({ tokens: OLD, refreshing, spent: ['x'] }), OLD).save).toEqual({ server: { spent: ['x'] } })
    for (const server of [{ tokens: tokens('theirs'), refreshing }, { refreshing }]) {
      expect(finishRefresh(view(server), OLD, NEW).save).toBeUndefined()
      expect(dropTokens(view(server), OLD).save).toBeUndefined()
    }
    expect(withdrawClaim(view({ tokens: OLD, refreshing }), 'me').save).toEqual({ server: { tokens: OLD } })
    expect(withdrawClaim(view({ tokens: OLD, refreshing }), 'other').save).toBeUndefined()
  })
})

describe('a refresh that is overtaken by a new login', () => {
  it.each([
    ['succeeds', { json: { access_token: 'late', token_type: 'Bearer', refresh_token: 'late-too' } }],
    ['is refused', { status: 400, json: { error: 'invalid_grant' } }]
  ])('leaves the new tokens alone when it %s', async (_name, late: Reply) => {
    await using world = await startScriptedWorld()
    let ahead = 0
    const clock = { now: () => Date.now() + ahead }
    const shared = shareState()
    const slow = scriptedLogin(world, { store: shared.open() }, { clock })
    const other = scriptedLogin(world, { store: shared.open() }, { clock })
    const authorization = await slow.letIn()
    ahead = 3_600_000
    const normal = world.token
    let answer = (_reply: Reply): void => undefined
    const asked = new Promise<void>((resolve) => {
      world.token = (arrival: Arrival) =>
        arrival.form.get('grant_type') === 'refresh_token' ? (resolve(), new Promise<Reply>((reply) => (answer = reply))) : normal(arrival)
    })
    const headers = authorization.headers(new AbortController().signal)
    await asked
    await other.flow.authorize(other.target).logout()
    const fresh = await other.letIn()
    answer(late)
    const expected = { authorization: 'Bearer access-2' }
    expect(await headers).toEqual(expected)
    expect(await fresh.headers(new AbortController().signal)).toEqual(expected)
    expect(JSON.stringify(await shared.read())).not.toContain('late')
  })
})
