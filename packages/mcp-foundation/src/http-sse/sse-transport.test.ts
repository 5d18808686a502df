import { LEGACY, MODERN, answering, deviations, expectCode, expectThrownCode, neverAnswer, startSseServer } from '@b10x/testkit'
import { describe, expect, it, vi } from 'vitest'
import { startSsePeer } from '../__fixtures__/scripted-peers.ts'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { connect } from '../connect.ts'
import { parseSnapshot } from '../snapshot/parse-snapshot.ts'
import { serializeSnapshot } from '../snapshot/serialize-snapshot.ts'
import type { HttpExchange, HttpRequest, HttpResponseSink } from '../sse.ts'
import { sseTransport } from './sse-transport.ts'

describe('a client over HTTP+SSE', () => {
  it.each([undefined, ...LEGACY])('freezes the same bytes twice, pinned %s', async (pinned) => {
    await using server = await startSseServer({ instructions: 'Be kind.' })
    const file = async (): Promise<string> => {
      const client = await connect(sseTransport(server.url), pinned === undefined ? {} : { protocolVersion: pinned })
      expect([client.era, client.protocolVersion]).toEqual(['legacy', pinned ?? '2025-11-25'])
      const snapshot = await client.freeze()
      await client.close()
      return serializeSnapshot(snapshot)
    }
    const first = await file()
    expect(await file()).toBe(first)
    expect(parseSnapshot(first).endpoint).toEqual({ transport: 'sse', url: server.url })
    expect(server.requests.map(({ message, httpMethod }) => message?.method ?? httpMethod).slice(0, 4)).toEqual([
      'GET', 'initialize', 'notifications/initialized', 'tools/list'
    ])
    await vi.waitUntil(() => server.openSockets() === 0)
  })

  it.each([LEGACY[3], LEGACY[1]] as const)('agrees on %s when the server speaks nothing newer', async (revision) => {
    await using peer = await startSsePeer({ protocolVersions: [revision ?? '2024-11-05'] })
    expect((await peer.client()).protocolVersion).toBe(revision)
  })

  it('never asks for discovery, also when the server has nothing else', async () => {
    await using peer = await startSsePeer({ protocolVersions: MODERN })
    await expectCode(peer.client(), 'remote_error')
    expect([peer.count('server/discover'), peer.count('initialize')]).toEqual([0, 1])
  })

  it('refuses a server that no longer speaks the pinned revision', async () => {
    await using peer = await startSsePeer({ protocolVersions: ['2025-06-18'] })
    await expectCode(peer.client({ protocolVersion: '2025-11-25' }), 'protocol_revision_changed')
  })

  it('gives up at the connect deadline when no address comes, and when no answer comes', async () => {
    for (const silent of [answering('GET', { sse: true, steps: [{ head: true }, { hold: true }] }), answering('initialize', neverAnswer())]) {
      await using server = await startSseServer(silent)
      const connecting = connect(sseTransport(server.url), { bounds: { connectDeadlineMs: 200 } })
      expect((await expectCode(connecting, 'deadline_exceeded')).details).toEqual({ bound: 'connectDeadlineMs', limit: 200 })
      await vi.waitUntil(() => server.openSockets() === 0)
    }
  })

  it.each([
    ['early', deviations.streamEndsEarly()],
    ['inside the answer', deviations.streamEndsInsideEvent()]
  ])('does not know what became of a call when the stream ends %s', async (_how, part) => {
    await using peer = await startSsePeer(part)
    const client = await peer.client()
    expect((await expectCode(client.callTool('t'), 'outcome_unknown')).details).toEqual({ because: 'stream_ended' })
    expect(peer.count('tools/call')).toBe(1)
    await expectCode(client.relist(), 'stream_ended')
  })

  it('says that a call which the server would not take did not run', async () => {
    await using peer = await startSsePeer(deviations.bareStatus(404))
    const client = await peer.client()
    expect((await expectCode(client.callTool('t'), 'http_status_unexpected')).details).toEqual({ status: 404 })
  })
})

describe('sseTransport', () => {
  it('refuses what httpTransport refuses', () => {
    expectThrownCode(() => sseTransport('http://tools.example/sse'), 'endpoint_invalid')
    expectThrownCode(() => sseTransport('https://tools.example/sse', { headers: { accept: 'x' } }), 'header_invalid')
    expect(sseTransport('http://tools.example/sse', { allowInsecureHosts: ['tools.example'] }).kind).toBe('sse')
  })

  it('does not open once its signal has aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    const opening = sseTransport('https://tools.example/').open({ bounds: DEFAULT_BOUNDS, signal, onNotification: () => {}, answer: () => null })
    await expect(opening).rejects.toBe(signal.reason)
  })

  it('runs through an exchange of the caller, which stays open', async () => {
    const sent: HttpRequest[] = []
    let stream: HttpResponseSink | null = null
    let closed = 0
    const exchange: HttpExchange = {
      async exchange(request, sink) {
        sent.push(request)
        request.onDispatch()
        if (request.method === 'GET') {
          stream = sink
          sink.onHead(200, [['content-type', 'text/event-stream']])
          sink.onChunk(Buffer.from('event: endpoint\ndata: /m\n\n'))
          return new Promise(() => {})
        }
        sink.onHead(202, [])
        const { id } = JSON.parse(request.body ?? '') as { id?: number }
        const result = '{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}'
        if (id !== undefined) stream?.onChunk(Buffer.from(`data: {"jsonrpc":"2.0","id":${id},"result":${result}}\n\n`))
      },
      async close() {
        closed += 1
      }
    }
    const client = await connect(sseTransport('https://tools.example/sse', { exchange }))
    expect(client.protocolVersion).toBe('2024-11-05')
    await client.close()
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['GET', 'https://tools.example/sse'],
      ['POST', 'https://tools.example/m'],
      ['POST', 'https://tools.example/m']
    ])
    expect([closed, sent[0]?.signal.aborted]).toEqual([0, true])
  })
})
