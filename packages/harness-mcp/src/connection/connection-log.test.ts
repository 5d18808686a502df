import { expect, it } from 'vitest'
import { createConnectionLog } from './connection-log.ts'

it('tells each event once, in order', () => {
  const log = createConnectionLog()
  log.add({ kind: 'reauthorized', status: 401 })
  log.add({ kind: 'reauthorized', status: 403 })
  expect(log.drain()).toEqual([{ kind: 'reauthorized', status: 401 }, { kind: 'reauthorized', status: 403 }])
  expect(log.drain()).toEqual([])
})

it('tells a suspicion of drift once for each client', () => {
  const log = createConnectionLog()
  const client = { driftSuspected: false }
  log.watch(client)
  expect(log.drain()).toEqual([])
  client.driftSuspected = true
  expect(log.drain()).toEqual([{ kind: 'drift_suspected' }])
  expect(log.drain()).toEqual([])
  log.watch({ driftSuspected: true })
  expect(log.drain()).toEqual([{ kind: 'drift_suspected' }])
})

it('keeps no more than a thousand where nobody asks', () => {
  const log = createConnectionLog()
  for (let index = 0; index < 2_000; index += 1) log.add({ kind: 'reauthorized', status: 401 })
  expect(log.drain()).toHaveLength(1_000)
})
