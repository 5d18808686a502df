import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { MODERN_HEADERS, openChannel, wireRequest } from './__fixtures__/open-fixture.ts'
import { LAST_CHUNK, STREAM_HEAD, chunk, events, json, response, resultFor, startRawServer } from './__fixtures__/raw-server.ts'
import type { RawRequest } from './__fixtures__/raw-server.ts'

const OK = '{"jsonrpc":"2.0","id":7,"result":{"ok":true}}'
const MODERN_ERROR = '{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"x"}}'

async function callWith(bytes: string | Uint8Array, bounds = {}) {
  const server = await startRawServer((socket) => socket.write(bytes))
  const channel = await openChannel(server.url, { bounds })
  const request = wireRequest()
  return { server, channel, request, outcome: channel.request(request) }
}

describe('a request', () => {
  it('is one POST with the headers of the transport, of the request and of the caller', async () => {
    const server = await startRawServer((socket, request) => socket.write(json(resultFor(request))))
    const channel = await openChannel(server.url, { headers: () => Promise.resolve({ Authorization: 'Bearer t' }) })
    const request = wireRequest({ headers: MODERN_HEADERS })
    await channel.request(request)
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/mcp', body: request.body }])
    expect(server.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'content-length': String(Buffer.byteLength(request.body)),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      ...Object.fromEntries(MODERN_HEADERS),
      authorization: 'Bearer t'
    })
    expect(request.dispatches()).toBe(1)
  })

  it('works with a plain node server too', async () => {
    const server = createServer((_request, answer) => answer.setHeader('content-type', 'application/json').end(OK))
    server.listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const channel = await openChannel(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect((await channel.request(wireRequest())).message).toMatchObject({ kind: 'result', resultText: '{"ok":true}' })
  })
})

describe('an answer', () => {
  it.each([
    ['JSON', json(OK)],
    ['JSON with parameters', response(200, { 'Content-Type': 'Application/JSON ; charset=utf-8' }, OK)],
    ['JSON that says it is not encoded', response(200, { 'content-type': 'application/json', 'content-encoding': 'identity' }, OK)],
    ['JSON behind early hints', Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'), json(OK)])],
    ['events', events(`data: ${OK}\n\n`)],
    ['events with CRLF', events(`event: message\r\ndata: ${OK}\r\n\r\n`)],
    ['events with CR', events(`data: ${OK}\r\r`)],
    ['events behind a mark, comments and other events', events(`\ufeff: hi\n\nid: 1\ndata:\n\nevent: ping\ndata: {\n\ndata: ${OK}\n\n`)]
  ])('comes as %s', async (_name, bytes) => {
    const { outcome, channel } = await callWith(bytes)
    expect(await outcome).toMatchObject({ message: { kind: 'result', id: 7, resultText: '{"ok":true}' }, status: 200, sessionId: null })
    await channel.close()
  })

  it('to the end of the connection is read to that end', async () => {
    const server = await startRawServer((socket) => socket.end(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${OK}`))
    expect((await (await openChannel(server.url)).request(wireRequest())).status).toBe(200)
  })

  it.each([
    [400, 7],
    [404, null],
    [500, 7],
    [403, null]
  ])('under status %i is the error in its body', async (status, id) => {
    const body = `{"jsonrpc":"2.0","id":${id},"error":{"code":-32021,"message":"no"}}`
    const { outcome } = await callWith(json(body, status))
    expect(await outcome).toMatchObject({ message: { kind: 'error', id, code: -32021 }, status })
  })

  it('may be an error without an id', async () => {
    const { outcome } = await callWith(json('{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}'))
    expect(await outcome).toMatchObject({ message: { kind: 'error', id: null, code: -32700 }, status: 200 })
  })

  it.each([
    ['visible', 'abc-123', 'abc-123'],
    ['with a space', 'abc 123', null],
    ['not ASCII', 'caf\u00e9', null]
  ])('hands over a session id: %s', async (_name, sent, seen) => {
    const { outcome } = await callWith(response(200, { 'content-type': 'application/json', 'Mcp-Session-Id': sent }, OK))
    expect((await outcome).sessionId).toBe(seen)
  })

  it('ends the exchange even when the server holds the stream open', async () => {
    const { outcome, server } = await callWith(STREAM_HEAD + chunk(`data: ${OK}\n\n`).toString())
    expect((await outcome).message.kind).toBe('result')
    await server.quiet()
  })

  it('ends at a carriage return when the server holds the stream open', async () => {
    const { outcome } = await callWith(STREAM_HEAD + chunk(`data: ${OK}\r\r`).toString())
    expect((await outcome).message.kind).toBe('result')
  })

  it('may drip in single bytes', async () => {
    const bytes = events(`data: {"jsonrpc":"2.0","id":7,"result":"\u{1f600}"}\r\n\r\n`)
    const server = await startRawServer((socket) => {
      let at = 0
      const drip = setInterval(() => {
        socket.write(bytes.subarray(at, at + 1))
        at += 1
        if (at >= bytes.length) clearInterval(drip)
      }, 1)
      onTestFinished(() => clearInterval(drip))
    })
    const { message } = await (await openChannel(server.url)).request(wireRequest())
    expect(message).toMatchObject({ result: '\u{1f600}' })
  })
})

describe('what is no answer', () => {
  it.each([
    ['HTML', response(200, { 'content-type': 'text/html' }, '<html>'), { reason: 'media_type', status: 200 }],
    ['no media type', response(200, {}, OK), { reason: 'media_type', status: 200 }],
    ['two media types', response(200, { 'content-type': 'application/json, text/html' }, OK), { reason: 'media_type', status: 200 }],
    ['an encoded body', response(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }, OK), { reason: 'content_encoding', status: 200 }],
    ['an encoded stream', response(200, { 'content-type': 'text/event-stream', 'content-encoding': 'br' }, OK), { reason: 'content_encoding', status: 200 }],
    ['202', response(202, {}), { reason: 'no_answer', status: 202 }],
    ['202 with a body', json(OK, 202), { reason: 'no_answer', status: 202 }],
    ['an empty body', response(200, { 'content-type': 'application/json' }), { reason: 'empty', status: 200 }],
    ['an empty body without a media type', response(200, {}), { reason: 'empty', status: 200 }],
    ['another id', json('{"jsonrpc":"2.0","id":8,"result":{}}'), { reason: 'wrong_id', status: 200 }],
    ['the id as text', json('{"jsonrpc":"2.0","id":"7","result":{}}'), { reason: 'wrong_id', status: 200 }],
    ['a notification alone', json('{"jsonrpc":"2.0","method":"notifications/message"}'), { reason: 'no_answer', status: 200 }]
  ])('%s', async (_name, bytes, details) => {
    const { outcome, request } = await callWith(bytes)
    expect((await expectCode(outcome, 'response_invalid')).details).toEqual(details)
    expect(request.dispatches()).toBe(1)
  })

  it.each([401, 403])('a rejected credential: %i', async (status) => {
    const { outcome } = await callWith(json('{"error":"invalid_token"}', status))
    expect((await expectCode(outcome, 'credential_rejected')).details).toEqual({ status })
  })

  it('a challenge, whatever JSON-RPC says with it', async () => {
    await expectCode((await callWith(json(MODERN_ERROR, 401))).outcome, 'credential_rejected')
    const other = MODERN_ERROR.replace('-32022', '-32023')
    await expectCode((await callWith(json(other, 403))).outcome, 'credential_rejected')
  })

  it.each([
    ['HTML', 404, response(404, { 'content-type': 'text/html' }, '<html>')],
    ['nothing', 500, response(500, {})],
    ['no content', 204, 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['JSON of its own', 400, json('{"message":"no"}', 400)],
    ['broken JSON', 400, json('{', 400)],
    ['not UTF-8', 502, json(Buffer.from([0x22, 0xff, 0x22]), 502)],
    ['a result', 400, json(OK, 400)],
    ['an error of another request', 400, json('{"jsonrpc":"2.0","id":8,"error":{"code":1,"message":""}}', 400)],
    ['an encoded error', 400, response(400, { 'content-type': 'application/json', 'content-encoding': 'gzip' }, MODERN_ERROR)],
    ['an error that claims to be no JSON', 400, response(400, { 'content-type': 'text/plain' }, MODERN_ERROR)],
    ['too many requests', 429, response(429, { 'content-type': 'text/plain' }, 'slow down')]
  ])('an unexpected status with %s', async (_name, status, bytes) => {
    expect((await expectCode((await callWith(bytes)).outcome, 'http_status_unexpected')).details).toEqual({ status })
  })

  it.each([300, 301, 302, 303, 304, 307, 308])('a redirect: %i, and the other host sees no connection', async (status) => {
    const other = await startRawServer((socket) => socket.write(json(OK)))
    const { outcome } = await callWith(response(status, { location: other.url, 'content-type': 'application/json' }, OK))
    expect((await expectCode(outcome, 'redirect_denied')).details).toEqual({ status })
    expect(other.sockets).toHaveLength(0)
  })

  it.each([
    ['not UTF-8', json(Buffer.from('{"jsonrpc":"2.0","id":7,"result":"\xff"}', 'latin1')), 'not_utf8'],
    ['not UTF-8, in an event', Buffer.concat([Buffer.from(STREAM_HEAD), chunk(Buffer.from(':\xff\n\n', 'latin1'))]), 'not_utf8'],
    ['a byte order mark', json(`\ufeff${OK}`), 'byte_order_mark'],
    ['two documents', json(`${OK}${OK}`), 'syntax'],
    ['a batch', json(`[${OK}]`), 'not_an_object'],
    ['a broken event', events('data: {"jsonrpc"\n\n'), 'syntax']
  ])('a message that is %s', async (_name, bytes, reason) => {
    const { outcome } = await callWith(bytes)
    expect((await expectCode(outcome, 'message_invalid')).details).toMatchObject({ reason })
  })

  it('a message that is nested too deeply', async () => {
    const body = `{"jsonrpc":"2.0","id":7,"result":${'['.repeat(80)}${']'.repeat(80)}}`
    expect((await expectCode((await callWith(json(body))).outcome, 'bound_exceeded')).details).toMatchObject({ bound: 'maxJsonDepth' })
  })
})

describe('messages beside the answer', () => {
  const note = (n: number): string => `{"jsonrpc":"2.0","method":"notifications/progress","params":{"n":${n}}}`

  it('go to the request that they came with', async () => {
    const { outcome, request } = await callWith(events(`data: ${note(1)}\n\ndata: ${note(2)}\n\ndata: ${OK}\n\ndata: ${note(3)}\n\n`))
    await outcome
    expect(request.notifications.map(({ params }) => params.n)).toEqual([1, 2])
  })

  it('are counted as strays when they answer nothing', async () => {
    const { outcome, channel } = await callWith(events(`data: {"jsonrpc":"2.0","id":99,"result":{}}\n\ndata: ${OK}\n\n`))
    await outcome
    expect(channel.diagnostics()).toEqual({ bannerLines: 0, strayMessages: 1, stderrBytes: 0, stderrTail: '' })
  })

  it('may come in a batch once that is accepted', async () => {
    const batch = `[${note(1)},{"jsonrpc":"2.0","id":8,"result":{}},${OK},${OK}]`
    const server = await startRawServer((socket) => socket.write(json(batch)))
    const channel = await openChannel(server.url)
    await expectCode(channel.request(wireRequest()), 'message_invalid')
    channel.acceptBatches()
    const request = wireRequest()
    expect((await channel.request(request)).message).toMatchObject({ id: 7 })
    expect([request.notifications.length, channel.diagnostics().strayMessages]).toEqual([1, 2])
  })

  it('that ask are answered in a POST of their own, at most eight at a time', async () => {
    const asked = '{"jsonrpc":"2.0","id":"p","method":"ping"}'
    const answers: RawRequest[] = []
    const arrived = new EventEmitter()
    const eight = once(arrived, 'eight')
    const server = await startRawServer((socket, request) => {
      if (request.body.includes('tools/call')) socket.write(events(`${`data: ${asked}\n\n`.repeat(20)}data: ${OK}\n\n`))
      else if (answers.push(request) === 8) arrived.emit('eight')
    })
    const headers = [['mcp-protocol-version', '2025-11-25'], ['mcp-session-id', 's'], ['x-other', 'o']] as const
    const channel = await openChannel(server.url, { answer: ({ id }) => `{"jsonrpc":"2.0","id":"${id}","result":{}}` })
    await channel.request(wireRequest({ headers }))
    await eight
    await channel.request(wireRequest({ headers }))
    expect(answers).toHaveLength(8)
    expect(answers[0]?.body).toBe('{"jsonrpc":"2.0","id":"p","result":{}}')
    expect(answers[0]?.headers).toMatchObject({ 'mcp-session-id': 's', 'mcp-protocol-version': '2025-11-25' })
    expect(answers[0]?.headers).not.toHaveProperty('x-other')
  })

  it('that ask get no answer where the era forbids it', async () => {
    const { outcome, server } = await callWith(events(`data: {"jsonrpc":"2.0","id":1,"method":"ping"}\n\ndata: ${OK}\n\n`))
    await outcome
    expect(server.requests).toHaveLength(1)
  })
})

describe('bounds of a response', () => {
  it('refuse an announced length before the body', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1001\r\n\r\n'
    const { outcome, server } = await callWith(head, { maxMessageBytes: 1000 })
    expect((await expectCode(outcome, 'bound_exceeded')).details).toEqual({ bound: 'maxMessageBytes', limit: 1000, seen: 1001 })
    await server.quiet()
  })

  it.each([
    ['JSON without a length', 'maxMessageBytes', 'application/json', ' '.repeat(5000)],
    ['an error without a length', 'maxMessageBytes', 'application/json', ' '.repeat(5000)],
    ['one event', 'maxSseEventBytes', 'text/event-stream', `data: ${'x'.repeat(5000)}`],
    ['comments', 'maxSseEventBytes', 'text/event-stream', ':\n'.repeat(2500)]
  ])('cut %s', async (name, bound, type, content) => {
    const status = name.startsWith('an error') ? 500 : 200
    const head = `HTTP/1.1 ${status} OK\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`
    const { outcome, server } = await callWith(Buffer.concat([Buffer.from(head), chunk(content)]), { maxMessageBytes: 1000, maxSseEventBytes: 1000 })
    expect((await expectCode(outcome, 'bound_exceeded')).details).toMatchObject({ bound, limit: 1000 })
    await server.quiet()
  })

  it('take a body of exactly the bound', async () => {
    const { outcome } = await callWith(json(OK), { maxMessageBytes: OK.length })
    expect((await outcome).status).toBe(200)
  })

  it('count events', async () => {
    const { outcome } = await callWith(events(`${'data:\n\n'.repeat(4)}data: ${OK}\n\n`), { maxSseEvents: 4 })
    expect((await expectCode(outcome, 'bound_exceeded')).details).toEqual({ bound: 'maxSseEvents', limit: 4, seen: 5 })
  })

  it('cut headers of more than 16 KiB', async () => {
    const { outcome } = await callWith(response(200, { 'content-type': 'application/json', 'x-long': 'x'.repeat(17_000) }, OK))
    await expectCode(outcome, 'endpoint_unreachable')
  })
})

describe('a stream without an answer', () => {
  it.each([
    ['ends', STREAM_HEAD + LAST_CHUNK],
    ['ends inside an event', STREAM_HEAD + chunk(`data: ${OK}\n`).toString() + LAST_CHUNK]
  ])('%s', async (_name, bytes) => {
    await expectCode((await callWith(bytes)).outcome, 'stream_ended')
  })

  it('is cut', async () => {
    const server = await startRawServer((socket) => socket.end(STREAM_HEAD))
    await expectCode((await openChannel(server.url)).request(wireRequest()), 'stream_ended')
  })

  it('is not resumed in the modern era', async () => {
    const server = await startRawServer((socket) => socket.write(events('id: 1\ndata:\n\n')))
    const channel = await openChannel(server.url)
    await expectCode(channel.request(wireRequest({ headers: MODERN_HEADERS })), 'stream_ended')
    expect(server.requests).toHaveLength(1)
  })
})

describe('side requests', () => {
  it.each([
    ['202', response(202, {})],
    ['an error', response(500, { 'content-type': 'text/html' }, '<html>')],
    ['a redirect', response(307, { location: 'http://127.0.0.1:1/' })],
    ['an endless body', STREAM_HEAD + chunk(': x\n').toString()]
  ])('resolve whatever is answered: %s', async (_name, bytes) => {
    const server = await startRawServer((socket) => socket.write(bytes))
    const channel = await openChannel(server.url, { headers: { authorization: 'Bearer t' } })
    await channel.notify('{"jsonrpc":"2.0","method":"x"}', [['mcp-session-id', 's']])
    await channel.endSession?.([['mcp-session-id', 's']])
    expect(server.requests).toMatchObject([
      { method: 'POST', headers: { 'mcp-session-id': 's', authorization: 'Bearer t', 'content-type': 'application/json' } },
      { method: 'DELETE', headers: { 'mcp-session-id': 's', authorization: 'Bearer t' }, body: '' }
    ])
    expect(server.requests[1]?.headers).not.toHaveProperty('content-type')
  })

  it('resolve when there is no answer within 5 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const arrived = new EventEmitter()
    const server = await startRawServer(() => arrived.emit('request'))
    const channel = await openChannel(server.url)
    const notified = channel.notify('{"jsonrpc":"2.0","method":"x"}', [])
    await once(arrived, 'request')
    vi.advanceTimersByTime(5000)
    await notified
    await server.quiet()
    expect(server.requests).toHaveLength(1)
  })

  it('resolve when nobody is there, and when the channel closes', async () => {
    const silent = await startRawServer(() => {})
    const channel = await openChannel(silent.url)
    const waiting = channel.notify('{"jsonrpc":"2.0","method":"x"}', [])
    await Promise.all([channel.close(), waiting])
    await channel.notify('{"jsonrpc":"2.0","method":"x"}', [])
    await (await openChannel('http://127.0.0.1:1/')).notify('{}', [])
    expect(silent.requests).toHaveLength(0)
  })
})
