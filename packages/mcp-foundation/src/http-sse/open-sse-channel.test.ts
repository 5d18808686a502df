import { inspect } from 'node:util'
import { answering, deviations, expectCode, neverAnswer, rpcError, startSseServer } from '@b10x/testkit'
import type { ScriptPart, SseServer } from '@b10x/testkit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ReceivedNotification } from '../json-rpc/received-message.ts'
import type { HttpExchange } from '../sse.ts'
import { wireRequest } from '../streamable-http/__fixtures__/open-fixture.ts'
import type { CountedRequest } from '../streamable-http/__fixtures__/open-fixture.ts'
import type { Channel, WireResponse } from '../transport/transport.ts'
import { event, openChannel } from './__fixtures__/open-fixture.ts'
import type { OpenOptions } from './__fixtures__/open-fixture.ts'

const CALL = 'tools/call'
const note = (data = ''): string => event(`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${data}"}}`)
const result = (id: number | string): string => event(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"ok":true}}`)

interface Waiting {
  readonly server: SseServer
  readonly channel: Channel
  readonly request: CountedRequest
  readonly outcome: Promise<WireResponse>
}

async function start(...parts: ScriptPart[]): Promise<SseServer> {
  const server = await startSseServer(...parts)
  onTestFinished(() => server.close())
  return server
}

/** A call that arrived and is not answered. */
async function hold(options: OpenOptions = {}, part: ScriptPart = answering(CALL, neverAnswer())): Promise<Waiting> {
  const server = await start(part)
  const channel = await openChannel(server.url, options)
  const request = wireRequest()
  const outcome = channel.request(request)
  outcome.catch(() => {})
  await server.received(CALL)
  return { server, channel, request, outcome }
}

describe('the event stream', () => {
  it('is asked for with the headers of the transport and of the caller, and so are messages', async () => {
    const server = await start({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] })
    const channel = await openChannel(`${server.url}?key=s3cret`, { headers: async () => ({ Authorization: 'Bearer s3cret' }) })
    const request = wireRequest({ headers: [['mcp-protocol-version', '2024-11-05']] })
    const { message, status, sessionId } = await channel.request(request)
    expect([message.kind, status, sessionId, request.dispatches()]).toEqual(['result', null, null, 1])
    await channel.notify('{"jsonrpc":"2.0","method":"notifications/initialized"}', [])
    expect(channel.endpoint).toEqual({ transport: 'sse', url: `${server.url}?key=[redacted]` })
    const [get, post, notified] = server.requests
    expect(get?.headers).toMatchObject({ accept: 'text/event-stream', 'accept-encoding': 'identity', authorization: 'Bearer s3cret' })
    expect(get?.body).toBe('')
    expect(post).toMatchObject({ path: '/messages?stream=1', body: request.body })
    expect(post?.headers).toMatchObject({ 'content-type': 'application/json', 'mcp-protocol-version': '2024-11-05', authorization: 'Bearer s3cret' })
    expect(notified?.headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer s3cret' })
    expect(inspect(channel, { depth: 20, showHidden: true }) + JSON.stringify(channel)).not.toContain('s3cret')
  })

  it.each([
    ['relative', 'messages?stream=1', '/messages?stream=1'],
    ['absolute', '{{origin}}/a/b?stream=1', '/a/b?stream=1']
  ])('names an address that is %s', async (_what, endpoint, path) => {
    const server = await start({ endpoint })
    await (await openChannel(server.url)).request(wireRequest())
    expect(server.requests[1]?.path).toBe(path)
  })

  it.each([
    ['at another host', 'http://localhost/m', 'other_origin'],
    ['at another port', 'http://127.0.0.1:1/m', 'other_origin'],
    ['that is none', 'http://', 'unparsable']
  ])('is refused with an address %s, and nothing is posted', async (_what, endpoint, reason) => {
    const elsewhere = await start()
    const server = await start({ endpoint: reason === 'other_origin' ? endpoint.replace('http://127.0.0.1:1', new URL(elsewhere.url).origin) : endpoint })
    expect((await expectCode(openChannel(server.url), 'endpoint_invalid')).details).toEqual({ reason })
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0])
  })

  it('names the address once: a later one changes nothing', async () => {
    const { server, channel, outcome } = await hold()
    server.say(event('http://localhost/evil', 'endpoint') + result(7))
    await outcome
    await channel.notify('{"jsonrpc":"2.0","method":"x"}', [])
    expect(server.requests.at(-1)?.path).toBe('/messages?stream=1')
  })

  it.each([
    ['a page', { status: 200, sse: false, headers: { 'content-type': 'text/html' }, steps: [{ bytes: '<html>' }] }, 'response_invalid', { reason: 'media_type', status: 200 }],
    ['JSON', { status: 200, sse: false, steps: [{ bytes: '{}' }] }, 'response_invalid', { reason: 'media_type', status: 200 }],
    ['405', { status: 405, steps: [] }, 'http_status_unexpected', { status: 405 }],
    ['401', { status: 401, steps: [] }, 'credential_rejected', { status: 401 }],
    ['a redirect', { status: 307, headers: { location: '/other' }, steps: [] }, 'redirect_denied', { status: 307 }],
    ['nothing', { steps: [{ reset: true }] }, 'endpoint_unreachable', { reason: 'reset' }],
    ['a stream that ends', { sse: true, steps: [{ bytes: ': hi\n\n' }] }, 'stream_ended', {}],
    ['a stream that breaks', { sse: true, steps: [{ bytes: ': hi\n\n' }, { reset: true }] }, 'stream_ended', {}],
    ['too large an event', { sse: true, steps: [{ bytes: `data: ${'x'.repeat(200)}` }] }, 'bound_exceeded', { bound: 'maxSseEventBytes', limit: 100, seen: 206 }],
    ['too many events', { sse: true, steps: [{ bytes: event('x', 'other').repeat(4) }, { hold: true }] }, 'bound_exceeded', { bound: 'maxSseEvents', limit: 3, seen: 4 }],
    ['a message that is none', { sse: true, steps: [{ bytes: event('{}') }, { hold: true }] }, 'message_invalid', { reason: 'not_json_rpc', offset: 0 }]
  ] as const)('is not %s', async (_what, answer, code, details) => {
    const server = await start(answering('GET', answer))
    const opening = openChannel(server.url, { bounds: { maxSseEventBytes: 100, maxSseEvents: 3 } })
    expect((await expectCode(opening, code)).details).toEqual(details)
    await vi.waitUntil(() => server.openSockets() === 0)
  })

  it('that names no address is left when the signal of opening aborts', async () => {
    const server = await start(answering('GET', { sse: true, steps: [{ head: true }, { hold: true }] }))
    const controller = new AbortController()
    const opening = openChannel(server.url, { signal: controller.signal })
    const { ended } = await server.received('GET')
    controller.abort(new Error('enough'))
    await expect(opening).rejects.toBe(controller.signal.reason)
    expect(await ended).toBe('closed')
  })
})

describe('an answer', () => {
  it('is matched by the type and the value of its id; others are strays', async () => {
    const seen: ReceivedNotification[] = []
    const { server, channel, outcome } = await hold({ onNotification: (one) => seen.push(one) })
    server.say(result('7') + result(8) + result(7) + result(7) + note())
    expect((await outcome).message).toMatchObject({ kind: 'result', id: 7 })
    await vi.waitUntil(() => seen.length === 1)
    expect(channel.diagnostics().strayMessages).toBe(3)
  })

  it('may come while the POST has none, which then may take 5 seconds more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { server, outcome } = await hold({}, answering(CALL, { sse: false, steps: [{ hold: true }] }))
    server.say(result(7))
    await outcome
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(5_000)
    expect(await server.requests[1]?.ended).toBe('closed')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no timer when it comes after the POST', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { server, outcome } = await hold()
    await vi.waitUntil(() => vi.getTimerCount() === 0)
    server.say(result(7))
    expect((await outcome).message.kind).toBe('result')
    await vi.waitUntil(() => vi.getTimerCount() === 0)
  })

  it('leaves no timer when the channel closes before the POST is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { server, channel, outcome } = await hold({}, answering(CALL, { sse: false, steps: [{ hold: true }] }))
    server.say(result(7))
    await outcome
    await channel.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([200, 204, 299])('needs no more of the POST than %i', async (status) => {
    const { server, outcome } = await hold({}, answering(CALL, { status, sse: false, steps: [] }))
    server.say(result(7))
    expect((await outcome).message.kind).toBe('result')
  })

  it.each([
    [401, 'credential_rejected'],
    [307, 'redirect_denied'],
    [404, 'http_status_unexpected'],
    [500, 'http_status_unexpected']
  ])('does not come after a %i to the POST', async (status, code) => {
    const { channel, outcome, request } = await hold({}, answering(CALL, { status, sse: false, steps: [{ bytes: 'no' }] }, 1))
    expect((await expectCode(outcome, code)).details).toEqual({ status })
    expect(request.dispatches()).toBe(1)
    expect((await channel.request(wireRequest({ id: 8 }))).message.id).toBe(8)
  })

  it('may be an error', async () => {
    const { outcome } = await hold({}, answering(CALL, rpcError(-32000, 'no')))
    expect((await outcome).message).toMatchObject({ kind: 'error', code: -32000 })
  })

  it('in an array is accepted only where the revision has them', async () => {
    const { channel, outcome } = await hold({}, deviations.batchArray())
    expect((await expectCode(outcome, 'message_invalid')).details['reason']).toBe('not_an_object')
    const server = await start(deviations.batchArray())
    const lenient = await openChannel(server.url)
    lenient.acceptBatches()
    expect((await lenient.request(wireRequest())).message.kind).toBe('error')
    await expectCode(channel.request(wireRequest({ id: 8 })), 'message_invalid')
  })
})

describe('what the server asks', () => {
  it('is answered by a POST', async () => {
    const { server, outcome } = await hold({}, deviations.pingOnStream())
    await outcome
    await server.received('*', 2)
    expect(server.requests[2]).toMatchObject({ path: '/messages?stream=1', body: '{"jsonrpc":"2.0","id":"ping-1","result":{}}' })
  })

  it('in the bytes that name the address is answered too', async () => {
    const ping = event('{"jsonrpc":"2.0","id":1,"method":"ping"}')
    const server = await start(answering('GET', { sse: true, steps: [{ bytes: event('/messages', 'endpoint') + ping }, { hold: true }] }))
    await openChannel(server.url)
    expect((await server.received('*')).body).toBe('{"jsonrpc":"2.0","id":1,"result":{}}')
  })
})

describe('the end of the stream', () => {
  it.each([
    ['early', deviations.streamEndsEarly()],
    ['inside the answer', deviations.streamEndsInsideEvent()],
    ['by a reset', answering(CALL, { steps: [{ reset: true }] })]
  ])('%s rejects what is in flight and what comes later', async (_how, part) => {
    const server = await start(part, answering('tools/list', neverAnswer()))
    const channel = await openChannel(server.url)
    const first = expectCode(channel.request({ ...wireRequest({ id: 1 }), body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }), 'stream_ended')
    await server.received('tools/list')
    await expectCode(channel.request(wireRequest()), 'stream_ended')
    await first
    const later = wireRequest({ id: 8 })
    await expectCode(channel.request(later), 'stream_ended')
    await channel.notify('{"jsonrpc":"2.0","method":"x"}', [])
    expect([later.dispatches(), server.count('*')]).toEqual([0, 2])
  })

  it('keeps a request from being sent that still waits for its turn', async () => {
    const [over, turn] = [deferred<void>(), deferred<unknown>()]
    const exchange: HttpExchange = {
      async exchange({ method, onDispatch }, sink) {
        if (method === 'GET') {
          sink.onHead(200, [['content-type', 'text/event-stream']])
          sink.onChunk(Buffer.from(event('/m', 'endpoint')))
          return over.promise
        }
        // It ends while the message is in a queue.
        over.resolve()
        await outcome
        try {
          onDispatch()
          turn.resolve('sent')
        } catch (error) {
          turn.resolve(error)
        }
      },
      close: async () => {}
    }
    const channel = await openChannel('https://tools.example/sse', { exchange })
    const request = wireRequest()
    const outcome = expectCode(channel.request(request), 'stream_ended')
    expect(await turn.promise).toMatchObject({ code: 'cancelled' })
    expect(request.dispatches()).toBe(0)
  })

  it('does not come because an answer came', async () => {
    const { channel, server } = await hold({}, deviations.streamStaysOpen())
    server.say(note())
    await channel.request(wireRequest({ id: 8 }))
    expect(server.count('GET')).toBe(1)
  })
})

describe('bounds', () => {
  it.each(['maxSseEventBytes', 'maxMessageBytes'] as const)('%s is one of every event', async (bound) => {
    const server = await start(deviations.largeEvent(1_000))
    const channel = await openChannel(server.url, { bounds: { [bound]: 1_000 } })
    // What is answered waits no more, and so leaves no doubt about the next one.
    await channel.request({ ...wireRequest({ id: 1 }), body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })
    const outcome = channel.request(wireRequest())
    expect((await expectCode(outcome, 'bound_exceeded')).details).toMatchObject({ bound, limit: 1_000 })
    await expectCode(channel.request(wireRequest({ id: 8 })), 'bound_exceeded')
  })

  it('say nothing about any of several requests in flight', async () => {
    const { server, channel, outcome } = await hold({ bounds: { maxSseEventBytes: 1_000 } })
    const second = channel.request(wireRequest({ id: 8 }))
    second.catch(() => {})
    await server.received(CALL, 2)
    server.say(note('x'.repeat(1_000)))
    for (const one of [outcome, second]) {
      const error = await expectCode(one, 'stream_ended')
      expect(error.cause).toMatchObject({ code: 'bound_exceeded' })
    }
  })

  it('count events for as long as a request waits, and that one fails alone', async () => {
    const seen: ReceivedNotification[] = []
    const { server, channel, outcome } = await hold({ bounds: { maxSseEvents: 4 }, onNotification: (one) => seen.push(one) })
    server.say(note() + note())
    await vi.waitUntil(() => seen.length === 2)
    const second = channel.request(wireRequest({ id: 8 }))
    await server.received(CALL, 2)
    server.say(note() + event('x', 'other') + note())
    expect((await expectCode(outcome, 'bound_exceeded')).details).toEqual({ bound: 'maxSseEvents', limit: 4, seen: 5 })
    server.say(result(8))
    expect((await second).message.id).toBe(8)
    server.say(note().repeat(9))
    await vi.waitUntil(() => seen.length === 13)
    const third = channel.request(wireRequest({ id: 9 }))
    await server.received(CALL, 3)
    server.say(note().repeat(3) + result(9))
    expect((await third).message.id).toBe(9)
  })
})

describe('abort and close', () => {
  it('an aborted request rejects with its reason and lets the others be', async () => {
    const { server, channel, outcome } = await hold()
    const controller = new AbortController()
    const aborted = channel.request(wireRequest({ id: 8, signal: controller.signal }))
    await server.received(CALL, 2)
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toBe(controller.signal.reason)
    server.say(result(8) + result(7))
    expect((await outcome).message.id).toBe(7)
    expect(channel.diagnostics().strayMessages).toBe(1)
    const early = wireRequest({ id: 9, signal: controller.signal })
    await expect(channel.request(early)).rejects.toBe(controller.signal.reason)
    expect(early.dispatches()).toBe(0)
  })

  it('close rejects what waits, ends the stream and leaves no socket', async () => {
    const { server, channel, outcome } = await hold()
    const { ended } = await server.received('GET')
    await Promise.all([channel.close(), channel.close()])
    await expectCode(outcome, 'connection_closed')
    await expectCode(channel.request(wireRequest()), 'connection_closed')
    await channel.notify('{"jsonrpc":"2.0","method":"x"}', [])
    expect(await ended).toBe('closed')
    await vi.waitUntil(() => server.openSockets() === 0)
    expect(process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap')).toEqual([])
    expect(server.count('*')).toBe(1)
  })

  it('close waits for no credential, and leaves no timer of a notification', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const server = await start()
    let times = 0
    const headers = (): Promise<Record<string, string>> => ((times += 1) === 1 ? Promise.resolve({}) : new Promise(() => {}))
    const channel = await openChannel(server.url, { headers })
    const outcome = expectCode(channel.request(wireRequest()), 'connection_closed')
    const notified = channel.notify('{"jsonrpc":"2.0","method":"x"}', [])
    expect(vi.getTimerCount()).toBe(1)
    await channel.close()
    expect(vi.getTimerCount()).toBe(0)
    await Promise.all([outcome, notified])
    expect(server.count('*')).toBe(0)
  })
})

/** A promise that the test settles. */
function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let settle: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => (settle = resolve))
  return { promise, resolve: (value) => settle(value) }
}
