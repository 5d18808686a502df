import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createFlights } from './flights.ts'
import { laneOf } from './lanes.ts'

describe('a flight', () => {
  it('is flown once for all that wait, and again for those that come later', async () => {
    const flights = createFlights()
    let flown = 0
    const fly = (): Promise<number> => flights.join('purpose', new AbortController().signal, async () => (await turn(), (flown += 1)))
    expect(await Promise.all([fly(), fly(), fly()])).toEqual([1, 1, 1])
    expect(await fly()).toBe(2)
  })

  it('goes on while somebody waits, and is called off when nobody does', async () => {
    const flights = createFlights()
    const [one, two] = [new AbortController(), new AbortController()]
    let flight: AbortSignal | null = null
    const join = (signal: AbortSignal): Promise<unknown> =>
      flights.join('purpose', signal, (own) => ((flight = own), new Promise((_resolve, reject) => own.addEventListener('abort', () => reject(own.reason as Error)))))
    const outcomes = [join(one.signal), join(two.signal)]
    const settled = Promise.allSettled(outcomes)
    one.abort(new Error('one'))
    await expect(outcomes[0]).rejects.toThrow('one')
    expect((flight as AbortSignal | null)?.aborted).toBe(false)
    two.abort(new Error('two'))
    await settled
    expect((flight as AbortSignal | null)?.aborted).toBe(true)
    expect(await flights.join('purpose', undefined, () => Promise.resolve('anew'))).toBe('anew')
  })

  it('fails for all that wait', async () => {
    const flights = createFlights()
    const failing = (): Promise<never> => flights.join('purpose', undefined, () => Promise.reject(new Error('no')))
    const outcomes = await Promise.allSettled([failing(), failing()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('a lane', () => {
  it('runs one task after the other, also after a failure, per store and key', async () => {
    const store = { load: () => null, compareAndSet: () => true }
    const steps: string[] = []
    const task = (name: string, fails = false) => async (): Promise<void> => {
      steps.push(`${name} begins`)
      await turn()
      steps.push(`${name} ends`)
      if (fails) throw new Error(name)
    }
    const outcomes = [laneOf(store, 'key').run(task('a', true)), laneOf(store, 'key').run(task('b'))]
    expect((await Promise.allSettled(outcomes)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(laneOf(store, 'other')).not.toBe(laneOf(store, 'key'))
    expect(laneOf({ ...store }, 'key')).not.toBe(laneOf(store, 'key'))
  })
})
