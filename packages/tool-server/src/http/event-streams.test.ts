import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { examplePort } from '../__fixtures__/example-port.ts'
import { BOTH_TYPES, META, eventsOf, sendLegacy, sendModern } from '../__fixtures__/post.ts'
import { startServer } from '../__fixtures__/start-server.ts'

describe.each([
  ['2026-07-28', sendModern],
  ['2025-11-25', sendLegacy]
] as const)('progress of %s', (revision, send) => {
  const meta = revision === '2026-07-28' ? META : {}
  const withToken = (token: unknown): object => ({ ...meta, progressToken: token })

  it('comes before the answer, and only grows', async () => {
    await using started = await startServer(examplePort())
    const answer = await send(started.url, 'tools/call', { name: 'progress', _meta: withToken('p-1') as never })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', 'cache-control': 'no-cache' })
    const events = eventsOf(answer)
    expect(events.map(({ method, params }) => (method === undefined ? 'answer' : params))).toEqual([
      { progressToken: 'p-1', progress: 1, total: 3 },
      { progressToken: 'p-1', progress: 2, total: 3 },
      { progressToken: 'p-1', progress: 3, total: 3 },
      'answer'
    ])
    expect(events.at(-1)).toMatchObject({ id: 1, result: { content: [{ text: 'counted' }] } })
  })

  it.each<[string, object, string]>([
    ['nobody asked', meta, BOTH_TYPES],
    ['the client takes no stream', withToken(1), 'application/json'],
    ['the token is none', withToken({}), BOTH_TYPES],
    ['the token is null', withToken(null), BOTH_TYPES]
  ])('does not come where %s', async (_title, given, accept) => {
    await using started = await startServer(examplePort())
    const { headers, json } = await send(started.url, 'tools/call', { name: 'progress', _meta: given as never }, { accept })
    expect(headers['content-type']).toBe('application/json')
    expect(json?.result).toMatchObject({ content: [{ text: 'counted' }] })
  })

  it('is no reason for a stream where there is none', async () => {
    await using started = await startServer(examplePort())
    const { headers } = await send(started.url, 'tools/call', { name: 'echo', arguments: { text: 'x' }, _meta: withToken(1) as never })
    expect(headers['content-type']).toBe('application/json')
  })

  it('has a stream where nothing else is accepted', async () => {
    await using started = await startServer(examplePort())
    const answer = await send(started.url, 'tools/list', {}, { accept: 'text/event-stream' })
    expect(eventsOf(answer)).toMatchObject([{ id: 1, result: { tools: expect.any(Array) as unknown } }])
  })
})

interface Open {
  readonly sent: ClientRequest
  readonly response: Promise<IncomingMessage>
}

function open(url: string, body: object, headers: Record<string, string>): Open {
  const sent = request(url, { method: 'POST', agent: false, headers: { 'content-type': 'application/json', accept: BOTH_TYPES, ...headers } })
  const response = new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject))
  response.catch(() => undefined)
  sent.end(JSON.stringify(body))
  return { sent, response }
}

const modernHeaders = (method: string, name?: string): Record<string, string> => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name === undefined ? {} : { 'mcp-name': name }) })

describe('a client that hangs up', () => {
  it('cancels its call in 2026-07-28', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const { sent } = open(started.url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', _meta: META } }, modernHeaders('tools/call', 'wait'))
    await port.waiting.started
    sent.destroy()
    expect(await port.waiting.aborted).toMatchObject({ code: 'cancelled' })
  })

  it('does not cancel its call before', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const { sent } = open(started.url, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } }, {})
    const { signal } = await port.waiting.started
    const closed = new Promise((resolve) => sent.once('close', resolve))
    sent.destroy()
    await closed
    // The server has seen the end of the connection once it answers on another.
    await sendLegacy(started.url, 'ping')
    expect(signal?.aborted).toBe(false)
    port.waiting.finish()
  })
})

describe('notifications/cancelled', () => {
  it('cancels the one call of that id before 2026-07-28', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const answer = sendLegacy(started.url, 'tools/call', { name: 'wait' }, {}, 'c-1')
    await port.waiting.started
    for (const requestId of ['c-2', 1, null, {}]) {
      const ignored = await sendNotification(started.url, { requestId })
      expect(ignored).toBe(202)
    }
    expect(await sendNotification(started.url, { requestId: 'c-1' })).toBe(202)
    expect(await port.waiting.aborted).toMatchObject({ code: 'cancelled' })
    expect((await answer).json?.result).toMatchObject({ isError: true })
  })

  it('cancels neither of two calls that it may mean', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const answers = [1, 2].map(() => sendLegacy(started.url, 'tools/call', { name: 'wait' }, {}, 5))
    await port.waiting.started
    await expect.poll(() => port.calls.length).toBe(2)
    await sendNotification(started.url, { requestId: 5 })
    expect(port.calls.map(({ context }) => context.signal?.aborted)).toEqual([false, false])
    port.waiting.finish()
    expect((await Promise.all(answers)).map(({ json }) => json?.result?.['isError'])).toEqual([undefined, undefined])
  })

  it('is accepted and means nothing in 2026-07-28', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const answer = sendModern(started.url, 'tools/call', { name: 'wait' }, {}, 9)
    const { signal } = await port.waiting.started
    expect(await sendNotification(started.url, { requestId: 9 }, { 'mcp-protocol-version': '2026-07-28' })).toBe(202)
    expect(signal?.aborted).toBe(false)
    port.waiting.finish()
    expect((await answer).json?.result).toMatchObject({ content: [{ text: 'waited' }] })
  })
})

async function sendNotification(url: string, params: object, headers: Record<string, string> = {}): Promise<number> {
  const { response } = open(url, { jsonrpc: '2.0', method: 'notifications/cancelled', params }, headers)
  const { statusCode } = (await response).resume()
  return statusCode ?? 0
}

/** Reads messages of an open stream one by one. */
function reader(response: IncomingMessage): () => Promise<Record<string, unknown> | 'comment' | 'end'> {
  const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>
  let text = ''
  return async () => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end !== -1) {
        const event = text.slice(0, end)
        text = text.slice(end + 2)
        return event.startsWith(':') ? 'comment' : (JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null') as Record<string, unknown>)
      }
      const next = await chunks.next()
      if (next.done === true) return 'end'
      text += next.value
    }
  }
}

const SERVER_INFO = { 'io.modelcontextprotocol/serverInfo': { name: 'example', version: '1.2.3' } }

describe('subscriptions/listen', () => {
  const listen = (url: string, notifications: object, id: unknown = 'sub-1'): Open =>
    open(url, { jsonrpc: '2.0', id, method: 'subscriptions/listen', params: { notifications, _meta: META } }, modernHeaders('subscriptions/listen'))
  const subscription = { 'io.modelcontextprotocol/subscriptionId': 'sub-1' }

  it('is acknowledged and over at once where nothing can come', async () => {
    await using started = await startServer(examplePort())
    const answer = await sendModern(started.url, 'subscriptions/listen', { notifications: { toolsListChanged: true, promptsListChanged: true } }, {}, 'sub-1')
    expect(answer.headers['content-type']).toBe('text/event-stream')
    expect(eventsOf(answer)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { _meta: subscription, notifications: {} } },
      { jsonrpc: '2.0', id: 'sub-1', result: { resultType: 'complete', _meta: { ...subscription, ...SERVER_INFO } } }
    ])
  })

  it('needs a client that takes a stream', async () => {
    await using started = await startServer(examplePort())
    const answer = await sendModern(started.url, 'subscriptions/listen', { notifications: {} }, { accept: 'application/json' })
    expect(answer).toMatchObject({ status: 406, json: { id: 1, error: { code: -32600 } } })
  })

  it('tells of every change until the server closes', async () => {
    const port = examplePort()
    const source = createSource()
    await using started = await startServer(() => port, { changes: source.changes })
    expect((await sendModern(started.url, 'server/discover')).json?.result).toMatchObject({ capabilities: { tools: { listChanged: true } } })
    // Nothing reaches an older client over HTTP, so nothing is promised to it.
    expect((await sendLegacy(started.url, 'initialize', { protocolVersion: '2025-11-25' })).json?.result).toMatchObject({ capabilities: { tools: {} } })
    const next = reader(await listen(started.url, { toolsListChanged: true }).response)
    expect(await next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged', params: { _meta: subscription, notifications: { toolsListChanged: true } } })
    source.change()
    expect(await next()).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta: subscription } })
    source.change()
    expect(await next()).toMatchObject({ method: 'notifications/tools/list_changed' })
    await started.server.close()
    expect(await next()).toEqual({ jsonrpc: '2.0', id: 'sub-1', result: { resultType: 'complete', _meta: { ...subscription, ...SERVER_INFO } } })
    expect(await next()).toBe('end')
    expect(source.listeners.size).toBe(0)
  })

  it('ends with the connection', async () => {
    const source = createSource()
    const port = examplePort()
    await using started = await startServer(() => port, { changes: source.changes })
    const { sent, response } = listen(started.url, { toolsListChanged: true })
    await reader(await response)()
    expect(source.listeners.size).toBe(1)
    sent.destroy()
    await expect.poll(() => source.listeners.size).toBe(0)
  })

  it('is kept alive, and bounded in number', async () => {
    const source = createSource()
    const port = examplePort()
    await using started = await startServer(() => port, { changes: source.changes, bounds: { keepAliveMs: 5, maxSubscriptions: 1 } })
    const next = reader(await listen(started.url, { toolsListChanged: true }).response)
    await next()
    expect(await next()).toBe('comment')
    const answer = await sendModern(started.url, 'subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect(answer).toMatchObject({ status: 429, json: { error: { data: { code: 'rate_limited', details: { limit: 1 } } } } })
  })
})

function createSource(): { readonly listeners: Set<() => void>; readonly changes: (listener: () => void) => () => void; change(): void } {
  const listeners = new Set<() => void>()
  return {
    listeners,
    changes(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change() {
      for (const listener of listeners) listener()
    }
  }
}

describe('a server that closes', () => {
  it('finishes calls in flight and refuses new ones', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const answer = sendModern(started.url, 'tools/call', { name: 'wait' })
    await port.waiting.started
    const closing = started.server.close()
    expect(await sendModern(started.url, 'tools/list')).toMatchObject({ status: 503, headers: { connection: 'close' }, json: { error: { code: -32603 } } })
    port.waiting.finish()
    expect((await answer).json?.result).toMatchObject({ content: [{ text: 'waited' }] })
    await closing
  })

  it('does not wait for a client that never ends its request', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const sent = request(started.url, { method: 'POST', agent: false, headers: { ...modernHeaders('tools/list'), 'content-type': 'application/json', expect: '100-continue' } })
    const broken = new Promise((resolve) => sent.once('error', resolve))
    // The head is read once the server says so.
    await new Promise<void>((resolve) => {
      sent.once('continue', resolve)
      sent.write('{')
    })
    await started.server.close({ graceMs: 0 })
    expect(await broken).toMatchObject({ code: 'ECONNRESET' })
  })

  it('cancels what is left after the grace', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const answer = sendLegacy(started.url, 'tools/call', { name: 'wait' })
    await port.waiting.started
    await started.server.close({ graceMs: 1 })
    expect((await answer).json?.result).toMatchObject({ isError: true })
    expect(await port.waiting.aborted).toMatchObject({ code: 'cancelled' })
  })
})
