import { describe, expect, it } from 'vitest'
import { examplePort, text } from '../__fixtures__/example-port.ts'
import { BOTH_TYPES, META } from '../__fixtures__/post.ts'
import { createToolServer } from '../create-tool-server.ts'
import type { ToolServerOptions, ToolSource } from '../tool-server.ts'

function fetcher(source: ToolSource, options: Partial<ToolServerOptions> = {}): (init: { method?: string; params?: object; method_?: string; headers?: Record<string, string>; body?: BodyInit; signal?: AbortSignal }) => Promise<Response> {
  const server = createToolServer(source, { name: 'example', version: '1.2.3', ...options })
  return ({ method = 'tools/call', params = {}, headers = {}, body, signal, method_ = 'POST' }) => {
    const mirrored = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...('name' in params ? { 'mcp-name': String(params.name) } : {}) }
    const request = new Request('http://localhost/mcp', {
      method: method_,
      headers: { 'content-type': 'application/json', accept: BOTH_TYPES, ...mirrored, ...headers },
      ...(method_ === 'POST' ? { body: body ?? JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } }) } : {}),
      ...(signal === undefined ? {} : { signal })
    })
    return server.handleFetch(request, { remoteAddress: '127.0.0.1' })
  }
}

describe('a request of the web standard', () => {
  it('is answered', async () => {
    const send = fetcher(examplePort())
    const response = await send({ params: { name: 'echo', arguments: { text: 'hi' } } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ id: 1, result: { content: [text('hi')] } })
  })

  it('is refused as over node:http', async () => {
    const send = fetcher(examplePort(), { bounds: { maxRequestBytes: 300 } })
    const statuses = await Promise.all([
      send({ method_: 'GET' }),
      send({ headers: { 'content-type': 'text/plain' } }),
      send({ headers: { host: 'evil.test' } }),
      send({ headers: { origin: 'https://evil.test' } }),
      send({ body: 'x'.repeat(301) }),
      send({ body: '{' }),
      send({ params: { name: 'nobody' } }),
      send({ headers: { 'mcp-method': 'tools/list' } }),
      send({ body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' })
    ])
    expect(statuses.map(({ status }) => status)).toEqual([405, 415, 403, 403, 413, 400, 200, 400, 202])
    expect(statuses.at(-1)?.body).toBeNull()
  })

  it('has a stream for progress', async () => {
    const send = fetcher(examplePort())
    const response = await send({ params: { name: 'progress', _meta: { ...META, progressToken: 1 } } })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect([...(await response.text()).matchAll(/^data: /gm)]).toHaveLength(4)
  })

  it('is cancelled by its signal', async () => {
    const port = examplePort()
    const controller = new AbortController()
    const response = fetcher(port)({ params: { name: 'wait' }, signal: controller.signal })
    await port.waiting.started
    controller.abort()
    expect(await port.waiting.aborted).toMatchObject({ code: 'cancelled' })
    await response
  })

  it('is cancelled where its stream is', async () => {
    const port = examplePort()
    const listeners = new Set<() => void>()
    const send = fetcher(() => port, { changes: (listener) => (listeners.add(listener), () => listeners.delete(listener)) })
    const response = await send({ method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } })
    expect(listeners.size).toBe(1)
    await response.body?.cancel()
    expect(listeners.size).toBe(0)
  })
})
