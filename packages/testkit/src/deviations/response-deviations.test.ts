import { describe, expect, test } from 'vitest'
import { eventData, postModern, rawExchange } from '../http/raw-exchange.ts'
import type { RawOptions, RawResponse } from '../http/raw-exchange.ts'
import { startHttpServer } from '../http/start-http-server.ts'
import { deviations as d } from '../index.ts'
import type { ScriptPart } from '../script/script.ts'

async function call(part: ScriptPart, options: RawOptions = {}): Promise<RawResponse> {
  await using server = await startHttpServer(part)
  return await postModern(server.url, 'tools/call', { name: 't', arguments: {} }, options)
}

const text = (response: RawResponse): string => response.body.toString('utf8')

describe('bodies', () => {
  test.each([
    ['htmlInsteadOfJson', d.htmlInsteadOfJson(), 200, 'text/html', /^<!doctype html>/],
    ['malformedJson', d.malformedJson(), 200, 'application/json', /"id":1,"result":\n$/],
    ['emptyBody', d.emptyBody(), 200, 'application/json', /^$/],
    ['bareStatus', d.bareStatus(503), 503, undefined, /^$/],
    ['acceptedOnly', d.acceptedOnly(), 202, undefined, /^$/],
    ['wrongId', d.wrongId(), 200, 'application/json', /"id":987654,"result":\{"resultType"/],
    ['idAsString', d.idAsString(), 200, 'application/json', /"id":"1","result":\{"resultType"/],
    ['batchArray', d.batchArray(), 200, 'application/json', /^\[\{"jsonrpc":"2.0","id":1,"result":.*\}\]$/],
    ['duplicateResult', d.duplicateResult(), 200, 'application/json', /"result":\{"resultType".*"result":\{"content":\[\]\}\}$/],
    ['remoteError', d.remoteError(), 200, 'application/json', /"code":-32603,"message":"remote-canary-text"/]
  ] satisfies [string, ScriptPart, number, string | undefined, RegExp][])('%s', async (_, part, status, type, body) => {
    const answer = await call(part)
    expect([answer.status, answer.headers['content-type'], answer.complete]).toEqual([status, type, true])
    expect(text(answer)).toMatch(body)
  })

  test('a redirect names its target', async () => {
    const answer = await call(d.redirect('http://127.0.0.1:9/', 308))
    expect([answer.status, answer.headers['location']]).toEqual([308, 'http://127.0.0.1:9/'])
  })

  test('bytes are bytes', async () => {
    expect((await call(d.invalidUtf8())).body.includes(Buffer.from([0xc3, 0x28, 0xff]))).toBe(true)
    expect((await call(d.byteOrderMark())).body.subarray(0, 4)).toEqual(Buffer.from([0xef, 0xbb, 0xbf, 0x7b]))
  })

  test('nesting has its depth and closes', async () => {
    const body = text(await call(d.deepNesting(5_000)))
    expect([body.split('[').length - 1, body.split(']').length - 1]).toEqual([5_001, 5_001])
  })

  test.each([true, false])('a large result has its size, content-length announced: %s', async (sized) => {
    const answer = await call(d.largeResult(1_000_000, { sized }))
    const length = answer.headers['content-length']
    expect(length).toBe(sized ? String(answer.body.length) : undefined)
    expect(JSON.parse(text(answer))).toMatchObject({ id: 1, result: { content: [{ text: 'x'.repeat(1_000_000) }] } })
  })

  test('a peer that drops 192 MB after the first chunk ends the writing', async () => {
    await using server = await startHttpServer(d.largeResult(192 * 2 ** 20))
    const answer = await postModern(server.url, 'tools/call', { name: 't' }, { onData: (soFar) => soFar.length > 0 })
    expect(answer.complete).toBe(false)
    expect(await server.requests[0]?.ended).toBe('closed')
  })

  test('what is not HTTP is no response', async () => {
    await expect(call(d.notHttp())).rejects.toMatchObject({ code: /^HPE_/ })
  })
})

describe('event streams', () => {
  test.each([
    ['streamEndsEarly', d.streamEndsEarly(), ['notifications/message']],
    ['streamEndsInsideEvent', d.streamEndsInsideEvent(), []],
    ['pingOnStream', d.pingOnStream(), ['ping', 1]],
    ['answeredTwice', d.answeredTwice(), [1, 1]],
    ['manyEvents', d.manyEvents(3), ['notifications/message', 'notifications/message', 'notifications/message', 1]],
    ['largeEvent', d.largeEvent(100_000), [1]]
  ] satisfies [string, ScriptPart, (string | number)[]][])('%s', async (_, part, kinds) => {
    const answer = await call(part)
    expect([answer.status, answer.headers['content-type'], answer.complete]).toEqual([200, 'text/event-stream', true])
    const messages = eventData(answer.body).map((data) => JSON.parse(data) as { method?: string; id?: number })
    expect(messages.map(({ method, id }) => method ?? id)).toEqual(kinds)
  })

  test('an answered stream may stay open until the peer leaves', async () => {
    const answer = await call(d.streamStaysOpen(), { onData: (soFar) => eventData(soFar).length === 1 })
    expect(answer.complete).toBe(false)
  })

  test('silence holds the connection', async () => {
    await using server = await startHttpServer(d.silence())
    const answer = postModern(server.url, 'tools/call', { name: 't' }).catch((error: NodeJS.ErrnoException) => error.code)
    const request = await server.received('tools/call')
    expect(server.openSockets()).toBe(1)
    await server.close()
    expect([await answer, await request.ended]).toEqual(['ECONNRESET', 'closed'])
  })

  test('pieces come when they are released', async () => {
    await using server = await startHttpServer(d.pausedBody(['{"a":', '1', '}']))
    const seen: string[] = []
    const onData = (soFar: Buffer): void => {
      const now = soFar.toString('utf8')
      if (now === '{"a":') server.release('go-1')
      if (now === '{"a":1') server.release('go-2')
      seen.push(now)
    }
    expect(text(await postModern(server.url, 'tools/call', { name: 't' }, { onData }))).toBe('{"a":1}')
    expect(seen.filter((now) => now !== '')).toEqual(['{"a":', '{"a":1', '{"a":1}'])
  })

  test('a stream that ended with an event id goes on under GET', async () => {
    await using server = await startHttpServer(d.streamResumes('tools/call', 2))
    const first = await postModern(server.url, 'tools/call', { name: 't' })
    expect(text(first)).toMatch(/^id: e1\n/)
    const resume = (id: string): Promise<RawResponse> =>
      rawExchange(server.url, { method: 'GET', headers: { accept: 'text/event-stream', 'last-event-id': id } })
    expect(text(await resume('e1'))).toMatch(/^id: e2\n/)
    expect(eventData((await resume('e2')).body).map((data) => JSON.parse(data))).toMatchObject([{ id: 1, result: {} }])
    expect([server.count('tools/call'), server.count('GET')]).toEqual([1, 2])
  })
})
