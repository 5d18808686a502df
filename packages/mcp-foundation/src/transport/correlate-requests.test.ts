import { expect, test, vi } from 'vitest'
import type { ReceivedResponse } from '../json-rpc/received-message.ts'
import type { WireRequest } from './transport.ts'
import { createCorrelation } from './correlate-requests.ts'

const request = (id: number, part: Partial<WireRequest> = {}): WireRequest => ({
  id,
  method: 'm',
  body: '{}',
  headers: [],
  signal: new AbortController().signal,
  onDispatch: () => {},
  onNotification: () => {},
  ...part
})
const result = (id: string | number | null): ReceivedResponse => ({ kind: 'result', id, result: {}, resultText: '{}' })
const error = (id: string | number | null): ReceivedResponse => ({ kind: 'error', id, code: -32600, error: {} })

function inFlight(...requests: WireRequest[]): ReturnType<typeof createCorrelation> & { answers: Promise<unknown>[] } {
  const correlation = createCorrelation()
  const answers = requests.map((each) => correlation.add(each))
  for (const answer of answers) answer.catch(() => {})
  requests.forEach((each) => correlation.dispatch(each))
  return { ...correlation, answers }
}

test('an answer goes to the request with its id, whatever the order', async () => {
  const { settle, answers } = inFlight(request(1), request(2))
  expect(settle(result(2))).toBe(true)
  expect(settle(error(1))).toBe(true)
  expect(await Promise.all(answers)).toEqual([
    { message: error(1), status: null, sessionId: null },
    { message: result(2), status: null, sessionId: null }
  ])
})

test('ids match by type and value; a second answer is a stray', () => {
  const { settle } = inFlight(request(1))
  expect(settle(result('1'))).toBe(false)
  expect(settle(result(7))).toBe(false)
  expect(settle(result(1))).toBe(true)
  expect(settle(result(1))).toBe(false)
})

test('an error without id answers the only request in flight, and nobody of several', async () => {
  const one = inFlight(request(1))
  expect(one.settle(error(null))).toBe(true)
  expect(await one.answers[0]).toMatchObject({ message: { id: null } })
  const two = inFlight(request(1), request(2))
  expect(two.settle(error(null))).toBe(false)
  expect(createCorrelation().settle(error(null))).toBe(false)
})

test('a result without id is a stray', () => {
  expect(inFlight(request(1)).settle(result(null))).toBe(false)
})

test('an answer before the request was sent is a stray', () => {
  const correlation = createCorrelation()
  void correlation.add(request(1))
  expect(correlation.settle(result(1))).toBe(false)
  expect(correlation.settle(error(null))).toBe(false)
})

test('an answer after a challenge is a stray until the request is sent again', async () => {
  const onChallenge = vi.fn<() => void>()
  const one = request(1, { onChallenge })
  const { recall, dispatch, settle, answers } = inFlight(one)
  recall(request(1))
  expect(onChallenge).not.toHaveBeenCalled()
  recall(one)
  expect([settle(result(1)), settle(error(null))]).toEqual([false, false])
  dispatch(one)
  expect(settle(result(1))).toBe(true)
  await answers[0]
  recall(one)
  expect(onChallenge).toHaveBeenCalledTimes(1)
})

test('an aborted request rejects with the reason and is forgotten', async () => {
  const controller = new AbortController()
  const onDispatch = vi.fn<() => void>()
  const aborted = request(1, { signal: controller.signal, onDispatch })
  const correlation = createCorrelation()
  const answer = correlation.add(aborted)
  controller.abort('enough')
  await expect(answer).rejects.toBe('enough')
  expect(correlation.dispatch(aborted)).toBe(false)
  expect(onDispatch).not.toHaveBeenCalled()
  expect(correlation.settle(result(1))).toBe(false)
})

test('a request whose signal was aborted before is not taken', async () => {
  const aborted = request(1, { signal: AbortSignal.abort('early') })
  const correlation = createCorrelation()
  await expect(correlation.add(aborted)).rejects.toBe('early')
  expect(correlation.dispatch(aborted)).toBe(false)
})

test('progress goes to the request whose id is the token, other notifications to nobody', () => {
  const onNotification = vi.fn<WireRequest['onNotification']>()
  const { deliver } = inFlight(request(1, { onNotification }), request(2))
  const progress = { kind: 'notification', method: 'notifications/progress', params: { progressToken: 1 } } as const
  expect(deliver(progress)).toBe(true)
  expect(onNotification).toHaveBeenCalledExactlyOnceWith(progress)
  expect(deliver({ ...progress, params: { progressToken: '1' } })).toBe(false)
  expect(deliver({ ...progress, params: {} })).toBe(false)
  expect(deliver({ ...progress, method: 'notifications/message' })).toBe(false)
})

test('everything in flight rejects together, and signals are let go', async () => {
  const controller = new AbortController()
  const remove = vi.spyOn(controller.signal, 'removeEventListener')
  const { rejectAll, answers } = inFlight(request(1, { signal: controller.signal }), request(2))
  rejectAll('over')
  expect(await Promise.allSettled(answers)).toEqual(Array(2).fill({ status: 'rejected', reason: 'over' }))
  expect(remove).toHaveBeenCalledTimes(1)
})

test('one request fails alone, and once', async () => {
  const one = request(1)
  const { fail, settle, answers } = inFlight(one, request(2))
  fail(request(2), 'a namesake')
  fail(one, 'broken')
  fail(one, 'again')
  await expect(answers[0]).rejects.toBe('broken')
  expect([settle(result(1)), settle(result(2))]).toEqual([false, true])
})

test('an id that is in flight is not taken twice', async () => {
  const { add } = inFlight(request(1))
  await expect(add(request(1))).rejects.toThrow(TypeError)
})
