import type { ApprovalReservation, ApprovalSubject } from '@b10x/ports'
import { expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { subjectOf } from './__fixtures__/subjects.ts'
import { createMemoryApprovals } from './create-memory-approvals.ts'

const { signal } = new AbortController()
const asked: ApprovalSubject = subjectOf({ to: 'a' })

async function held(answer: Promise<unknown>): Promise<ApprovalReservation> {
  const reservation = await answer
  expect(reservation).toHaveProperty('redeem')
  return reservation as ApprovalReservation
}

describe('a request', () => {
  it('is there once however often it is asked', async () => {
    const requests: string[] = []
    const approvals = createMemoryApprovals({ onRequest: ({ id }) => requests.push(id) })
    expect([await approvals.reserve(asked, signal), await approvals.reserve(asked, signal)]).toEqual(['absent', 'absent'])
    expect(approvals.pending().map(({ id, subject }) => [id, subject])).toEqual([[requests[0], asked]])
    expect(requests).toHaveLength(1)
  })

  it('that is denied is denied until that runs out, and then asked again', async () => {
    let now = 0
    const approvals = createMemoryApprovals({ ttlMs: 10, clock: { now: () => now } })
    await approvals.reserve(asked, signal)
    approvals.deny(approvals.pending()[0]?.id ?? '', 'user:bob')
    expect([await approvals.reserve(asked, signal), approvals.pending()]).toEqual(['denied', []])
    now = 10
    expect([await approvals.reserve(asked, signal), approvals.pending().length]).toEqual(['absent', 1])
  })

  it.each(['approve', 'deny'] as const)('is not decided by the one who asked: %s', async (verb) => {
    const approvals = createMemoryApprovals()
    await approvals.reserve(asked, signal)
    const id = approvals.pending()[0]?.id ?? ''
    expect(expectThrownCode(() => approvals[verb](id, 'user:alice'), 'option_invalid').details).toMatchObject({ option: 'by' })
    expect(expectThrownCode(() => approvals[verb](id, ''), 'option_invalid').details).toMatchObject({ option: 'by' })
    expect(approvals.pending()).toHaveLength(1)
  })

  it('is decided by the one who asked where that is wanted', async () => {
    const approvals = createMemoryApprovals({ allowSelfApproval: true })
    await approvals.reserve(asked, signal)
    approvals.approve(approvals.pending()[0]?.id ?? '', 'user:alice')
    expect(await (await held(approvals.reserve(asked, signal))).redeem()).toBe(true)
  })

  it('is decided once', async () => {
    let now = 0
    const approvals = createMemoryApprovals({ ttlMs: 10, clock: { now: () => now } })
    await approvals.reserve(asked, signal)
    const id = approvals.pending()[0]?.id ?? ''
    approvals.approve(id, 'user:bob')
    for (const verb of ['approve', 'deny'] as const) {
      expect(expectThrownCode(() => approvals[verb](id, 'user:bob'), 'option_invalid').details).toMatchObject({ option: 'id' })
    }
    await approvals.reserve(subjectOf({ to: 'b' }), signal)
    const late = approvals.pending()[0]?.id ?? ''
    now = 10
    expectThrownCode(() => approvals.approve(late, 'user:bob'), 'option_invalid')
  })

  it('is not kept where there is no room', async () => {
    const approvals = createMemoryApprovals({ maxEntries: 1 })
    await approvals.reserve(asked, signal)
    expect([await approvals.reserve(subjectOf({ to: 'b' }), signal), approvals.pending().length]).toEqual(['absent', 1])
    expect(expectThrownCode(() => approvals.grant(subjectOf({ to: 'c' }), 'user:bob'), 'option_invalid').details).toMatchObject({ option: 'maxEntries' })
  })
})

describe('a reservation', () => {
  it('is spent once, also when asked twice at once', async () => {
    const approvals = createMemoryApprovals()
    approvals.grant(asked, 'user:bob')
    const reservation = await held(approvals.reserve(asked, signal))
    expect(await Promise.all([reservation.redeem(), reservation.redeem()])).toEqual([true, false])
    await reservation.release()
    expect(await approvals.reserve(asked, signal)).toBe('absent')
  })

  it('that is given back can be held again, and not spent by the first holder', async () => {
    const approvals = createMemoryApprovals()
    approvals.grant(asked, 'user:bob')
    const first = await held(approvals.reserve(asked, signal))
    expect(await approvals.reserve(asked, signal)).toBe('absent')
    await first.release()
    const second = await held(approvals.reserve(asked, signal))
    await first.release()
    expect([await first.redeem(), await second.redeem()]).toEqual([false, true])
  })

  it('cannot be spent when it ran out meanwhile', async () => {
    let now = 0
    const approvals = createMemoryApprovals({ ttlMs: 10, clock: { now: () => now } })
    approvals.grant(asked, 'user:bob')
    const reservation = await held(approvals.reserve(asked, signal))
    now = 10
    expect(await reservation.redeem()).toBe(false)
  })
})

it('grants nothing to the one who asks', () => {
  expectThrownCode(() => createMemoryApprovals().grant(asked, 'user:alice'), 'option_invalid')
})

it.each([
  ['ttlMs', { ttlMs: 0 }],
  ['maxEntries', { maxEntries: 1.5 }],
  ['ttl', { ttl: 1 }]
])('refuses the option %s', (option, options) => {
  expect(expectThrownCode(() => createMemoryApprovals(options as never), 'option_invalid').details).toMatchObject({ option })
})

describe('waiting', () => {
  it('ends with the decision', async () => {
    const approvals = createMemoryApprovals({ wait: true })
    const [yes, no] = [approvals.reserve(asked, signal), approvals.reserve(subjectOf({ to: 'b' }), signal)]
    const [first, second] = approvals.pending()
    approvals.approve(first?.id ?? '', 'user:bob')
    approvals.deny(second?.id ?? '', 'user:bob')
    expect(await (await held(yes)).redeem()).toBe(true)
    expect(await no).toBe('denied')
  })

  it('of two calls is answered one by one', async () => {
    const approvals = createMemoryApprovals({ wait: true })
    const calls = [approvals.reserve(asked, signal), approvals.reserve(asked, signal)]
    expect(approvals.pending()).toHaveLength(2)
    approvals.approve(approvals.pending()[0]?.id ?? '', 'user:bob')
    expect(await (await held(Promise.race(calls))).redeem()).toBe(true)
    expect(approvals.pending()).toHaveLength(1)
  })

  it('ends with the call, and nothing is left to approve', async () => {
    const approvals = createMemoryApprovals({ wait: true })
    const controller = new AbortController()
    const answer = approvals.reserve(asked, controller.signal)
    controller.abort()
    expect([await answer, approvals.pending()]).toEqual(['absent', []])
    expect(await approvals.reserve(asked, AbortSignal.abort())).toBe('absent')
  })

  it('ends when nobody answers', async () => {
    const approvals = createMemoryApprovals({ wait: true, ttlMs: 5 })
    expect([await approvals.reserve(asked, signal), approvals.pending()]).toEqual(['absent', []])
  })
})
