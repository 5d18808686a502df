import { expect, test } from 'vitest'
import type { ConnectionOptions } from '../arguments/invocation.ts'
import { connectionBounds, remainingMs } from './connection-bounds.ts'

const NONE: ConnectionOptions = {
  protocol: null,
  bearerEnv: null,
  headerEnv: [],
  passEnv: [],
  allowInsecureHosts: [],
  storedLogin: true,
  bounds: {},
  deadlineMs: null
}

test('--deadline is the budget of connecting and of the call', () => {
  expect(connectionBounds({ ...NONE, deadlineMs: 5000 })).toEqual({ connectDeadlineMs: 5000, callDeadlineMs: 5000 })
})

test('a bound that is named keeps its value', () => {
  const options = { ...NONE, deadlineMs: 5000, bounds: { connectDeadlineMs: 10, maxTools: 1 } }
  expect(connectionBounds(options)).toEqual({ connectDeadlineMs: 10, callDeadlineMs: 5000, maxTools: 1 })
})

test('the call gets what connecting left, at least a millisecond', () => {
  expect(remainingMs({ ...NONE, deadlineMs: 5000 }, 1200.4)).toBe(3800)
  expect(remainingMs({ ...NONE, deadlineMs: 5000 }, 6000)).toBe(1)
  expect(remainingMs(NONE, 6000)).toBe(null)
})
