import type { AuthenticationAnswer, AuthenticationRequest } from '@b10x/ports'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RequestHead } from '../http/request-head.ts'
import { authenticate } from './authenticate.ts'
import { FRONT_BOUNDS } from './front-bounds.ts'

const HEAD: RequestHead = { method: 'POST', url: '/mcp', remoteAddress: '127.0.0.1', header: () => null, headerLines: () => [] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('an authenticator that never answers lets nobody in, is told to stop, and leaves no timer', async () => {
  const requests: AuthenticationRequest[] = []
  const parts = { now: () => 0, report: () => undefined }
  const never = new Promise<AuthenticationAnswer>(() => undefined)
  const verdict = authenticate({ ...parts, authenticator: { authenticate: (request) => (requests.push(request), never) } }, 'token', HEAD)
  await vi.advanceTimersByTimeAsync(FRONT_BOUNDS.authenticateMs - 1)
  expect(requests[0]?.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect([await verdict, requests[0]?.signal.aborted, vi.getTimerCount()]).toEqual(['unavailable', true, 0])
})

it('one that answers leaves no timer either', async () => {
  const parts = { now: () => 0, report: () => undefined }
  const alice = { subject: 'alice', scopes: [] }
  expect(await authenticate({ ...parts, authenticator: { authenticate: async () => alice } }, 'token', HEAD)).toEqual(alice)
  expect(vi.getTimerCount()).toBe(0)
})
