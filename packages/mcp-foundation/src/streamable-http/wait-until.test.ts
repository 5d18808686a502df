import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { joinSignals, pause, withinSignals } from './wait-until.ts'

const never = new Promise<never>(() => {})

/** Listeners that were added and not removed. */
function listenersOn({ signal }: AbortController): () => number {
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  return () => added.mock.calls.length - removed.mock.calls.length
}

describe('withinSignals', () => {
  it('has the outcome of the work, and leaves no listener', async () => {
    const controller = new AbortController()
    const left = listenersOn(controller)
    expect(await withinSignals('now', [controller.signal])).toBe('now')
    expect(await withinSignals(Promise.resolve('soon'), [controller.signal])).toBe('soon')
    await expect(withinSignals(Promise.reject(new Error('no')), [controller.signal])).rejects.toThrow('no')
    expect(left()).toBe(0)
  })

  it.each([0, 1])('ends with the reason of signal %i', async (which) => {
    const controllers = [new AbortController(), new AbortController()]
    const left = controllers.map(listenersOn)
    const waiting = withinSignals(never, controllers.map(({ signal }) => signal))
    controllers[which]?.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    expect(left.map((count) => count())).toEqual([0, 0])
  })

  it('takes a signal that has aborted before work that is done, and lets the work fail unheard', async () => {
    await expect(withinSignals('done', [AbortSignal.abort('early')])).rejects.toBe('early')
    await expect(withinSignals(Promise.reject(new Error('unheard')), [AbortSignal.abort('early')])).rejects.toBe('early')
    // An unhandled rejection would fail the run.
    await new Promise(setImmediate)
  })
})

describe('joinSignals', () => {
  it.each([0, 1])('aborts with signal %i and its reason, the first one alone', (which) => {
    const controllers = [new AbortController(), new AbortController()]
    const { signal } = joinSignals(controllers.map((controller) => controller.signal))
    controllers[which]?.abort('enough')
    controllers[1 - which]?.abort('late')
    expect([signal.aborted, signal.reason]).toEqual([true, 'enough'])
  })

  it('has aborted when one of them has', () => {
    const { signal } = joinSignals([new AbortController().signal, AbortSignal.abort('early')])
    expect([signal.aborted, signal.reason]).toEqual([true, 'early'])
  })

  it('does not abort once it was let go of, and leaves no listener', () => {
    const controller = new AbortController()
    const left = listenersOn(controller)
    const { signal, release } = joinSignals([controller.signal])
    release()
    controller.abort()
    expect([signal.aborted, left()]).toEqual([false, 0])
  })
})

describe('pause', () => {
  it('leaves no timer when it is cut short', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const controller = new AbortController()
    const waiting = pause(1_000, [controller.signal])
    expect(vi.getTimerCount()).toBe(1)
    controller.abort('enough')
    await expect(waiting).rejects.toBe('enough')
    expect(vi.getTimerCount()).toBe(0)
  })
})
