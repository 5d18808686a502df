import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDeadline } from './deadline.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a deadline', () => {
  it('aborts at its limit with the bound that it stands for', () => {
    const deadline = startDeadline('callDeadlineMs', 1_000, undefined)
    vi.advanceTimersByTime(999)
    expect(deadline.signal.aborted).toBe(false)
    expect(deadline.elapsed()).toBe(999)
    vi.advanceTimersByTime(1)
    expect(deadline.signal.reason).toMatchObject({ code: 'deadline_exceeded', details: { bound: 'callDeadlineMs', limit: 1_000 } })
  })

  it('reports the bound, not what was left of it', () => {
    const deadline = startDeadline('connectDeadlineMs', 10, undefined, 30_000)
    vi.advanceTimersByTime(10)
    expect(deadline.signal.reason).toMatchObject({ details: { bound: 'connectDeadlineMs', limit: 30_000 } })
  })

  it('aborts with the caller, whose reason is the cause', () => {
    const caller = new AbortController()
    const deadline = startDeadline('callDeadlineMs', 1_000, caller.signal)
    caller.abort('enough')
    expect(deadline.signal.reason).toMatchObject({ code: 'cancelled', details: {}, cause: 'enough' })
    vi.advanceTimersByTime(5_000)
    expect(deadline.signal.reason).toMatchObject({ code: 'cancelled' })
  })

  it('is over at once when the caller already is', () => {
    const deadline = startDeadline('callDeadlineMs', 1_000, AbortSignal.abort('before'))
    expect(deadline.signal.reason).toMatchObject({ code: 'cancelled', cause: 'before' })
    deadline.done()
  })

  it('keeps its first reason when the caller comes later', () => {
    const caller = new AbortController()
    const deadline = startDeadline('callDeadlineMs', 5, caller.signal)
    vi.advanceTimersByTime(5)
    caller.abort()
    expect(deadline.signal.reason).toMatchObject({ code: 'deadline_exceeded' })
  })

  it('can be ended by hand, for what still waits on its signal', () => {
    const deadline = startDeadline('callDeadlineMs', 5, undefined)
    deadline.cancel()
    expect(deadline.signal.reason).toMatchObject({ code: 'cancelled' })
  })

  it('leaves neither a timer nor a listener behind once the work is done', () => {
    const caller = new AbortController()
    const removed = vi.spyOn(caller.signal, 'removeEventListener')
    const deadline = startDeadline('callDeadlineMs', 1_000, caller.signal)
    expect(vi.getTimerCount()).toBe(1)
    deadline.done()
    expect(vi.getTimerCount()).toBe(0)
    expect(removed).toHaveBeenCalledTimes(1)
    caller.abort()
    expect(deadline.signal.aborted).toBe(false)
  })
})
