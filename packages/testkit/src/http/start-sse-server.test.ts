import { expect, test } from 'vitest'
import { answerAfter, answering, eventStream } from '../script/answer.ts'
import { bareStatus } from '../deviations/response-deviations.ts'
import { eventData, rawExchange } from './raw-exchange.ts'
import type { RawResponse } from './raw-exchange.ts'
import { startSseServer } from './start-sse-server.ts'

const post = (url: URL, method: string, id = 1): Promise<RawResponse> =>
  rawExchange(url.href, { body: JSON.stringify({ jsonrpc: '2.0', id, method }) })

/** Opens the stream and hands out its events as they come, until `enough` of them. */
function listen(url: string, enough: number): { readonly first: Promise<string>; readonly all: Promise<readonly string[]> } {
  let tell = (_data: string): void => {}
  const first = new Promise<string>((resolve) => (tell = resolve))
  const all = rawExchange(url, {
    method: 'GET',
    headers: { accept: 'text/event-stream' },
    onData(soFar) {
      const events = eventData(soFar)
      if (events[0] !== undefined) tell(events[0])
      return events.length >= enough
    }
  })
  return { first, all: all.then(({ body }) => eventData(body)) }
}

test('the first event says where to post, and answers come on the stream of their client', async () => {
  await using server = await startSseServer()
  const one = listen(server.url, 2)
  const address = new URL(await one.first, server.url)
  const two = listen(server.url, 2)
  const other = new URL(await two.first, server.url)
  expect([address.pathname + address.search, other.search]).toEqual(['/messages?stream=1', '?stream=2'])
  const accepted = await post(address, 'tools/list')
  expect([accepted.status, accepted.body.toString()]).toEqual([202, 'Accepted'])
  expect(JSON.parse((await one.all)[1] ?? '')).toMatchObject({ id: 1, result: { tools: [{ name: 't' }] } })
  await post(other, 'ping', 7)
  expect((await two.all)[1]).toBe('{"jsonrpc":"2.0","id":7,"result":{}}')
  expect([server.count('GET'), server.count('*'), server.count('ping')]).toEqual([2, 2, 1])
})

test('the address may be absolute, and a script may hold answers back or end the stream', async () => {
  await using server = await startSseServer(
    { endpoint: '{{origin}}/m' },
    answering('tools/list', answerAfter('go')),
    answering('ping', eventStream('data: last\n\n'))
  )
  const stream = listen(server.url, 9)
  const address = new URL(await stream.first)
  await post(address, 'tools/list')
  server.say('data: said\n\n')
  server.release('go')
  await post(address, 'ping')
  const events = await stream.all
  expect(events[1]).toBe('said')
  expect(events).toContain('last')
})

test('a status of its own answers the POST, and others are refused', async () => {
  await using server = await startSseServer(bareStatus(503))
  expect((await post(new URL('/messages', server.url), 'ping')).status).toBe(404)
  const stream = listen(server.url, 9)
  const address = new URL(await stream.first, server.url)
  expect((await post(address, 'tools/call')).status).toBe(503)
  expect((await rawExchange(address.href, { body: '{' })).status).toBe(400)
  expect((await rawExchange(server.url, { method: 'DELETE' })).status).toBe(405)
  await server.close()
  await server.close()
  expect([await stream.all, server.openSockets()]).toEqual([['/messages?stream=1'], 0])
})
