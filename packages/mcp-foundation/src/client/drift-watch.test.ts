import { expect, it } from 'vitest'
import type { ReceivedNotification } from '../json-rpc/received-message.ts'
import { watchDrift } from './drift-watch.ts'

const CHANGED = { kind: 'notification', method: 'notifications/tools/list_changed', params: {} } as const satisfies ReceivedNotification

it('asks for one more listing after a change that was announced before the set was frozen', () => {
  const drift = watchDrift(undefined)
  expect(drift.changedWhileListing()).toBe(false)
  drift.onNotification(CHANGED)
  expect([drift.changedWhileListing(), drift.changedWhileListing()]).toEqual([true, false])
  drift.freeze()
  expect(drift.suspected()).toBe(false)
})

it.each(['before', 'after'])('suspects a set that changed %s it was frozen and was not listed again', (moment) => {
  let told = 0
  const drift = watchDrift(() => (told += 1))
  if (moment === 'before') drift.onNotification(CHANGED)
  drift.freeze()
  if (moment === 'after') drift.onNotification(CHANGED)
  expect([drift.suspected(), told]).toEqual([true, 1])
})

it('takes no other notification for a change', () => {
  const drift = watchDrift(undefined)
  drift.onNotification({ ...CHANGED, method: 'notifications/prompts/list_changed' })
  expect(drift.changedWhileListing()).toBe(false)
})
