import { expect, it } from 'vitest'
import { watchDrift } from './drift-watch.ts'

const changed = { kind: 'notification', method: 'notifications/tools/list_changed', params: {} } as const

it('asks for one more listing when a change was announced, and then for none', () => {
  const drift = watchDrift(undefined)
  expect(drift.changedWhileListing()).toBe(false)
  drift.onNotification(changed)
  expect(drift.changedWhileListing()).toBe(true)
  expect(drift.changedWhileListing()).toBe(false)
})

it('suspects a frozen set from the first announcement on, and says so each time', () => {
  let told = 0
  const drift = watchDrift(() => (told += 1))
  drift.onNotification({ ...changed, method: 'notifications/message' })
  drift.freeze()
  expect([drift.suspected(), told]).toEqual([false, 0])
  drift.onNotification(changed)
  drift.onNotification(changed)
  expect([drift.suspected(), told]).toEqual([true, 2])
})

it('suspects a set that changed while it was listed the second time', () => {
  let told = 0
  const drift = watchDrift(() => (told += 1))
  drift.onNotification(changed)
  drift.freeze()
  expect([drift.suspected(), told]).toEqual([true, 1])
})

it('survives a listener that throws', () => {
  const drift = watchDrift(() => {
    throw new Error('listener')
  })
  drift.freeze()
  expect(() => drift.onNotification(changed)).not.toThrow()
})
