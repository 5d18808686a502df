import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { openChannel, wireRequest } from './__fixtures__/open-fixture.ts'
import { json, resultFor, startRawServer } from './__fixtures__/raw-server.ts'
import type { RawServer } from './__fixtures__/raw-server.ts'
import { makeSelfSigned } from './__fixtures__/self-signed.ts'
import type { HttpExchange, HttpRequest, HttpResponseSink } from './http-exchange.ts'
import { httpTransport } from './http-transport.ts'

const OK = '{"jsonrpc":"2.0","id":7,"result":{}}'
const MEBIBYTE = 1024 * 1024

interface Report {
  readonly outcomes: readonly unknown[]
  readonly peakRssBytes: number
}

/** One call to each address from a process of its own, which has to end by itself. */
async function callFromChild(urls: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Report> {
  const script = fileURLToPath(new URL('__fixtures__/call-each.ts', import.meta.url))
  const child = spawn(process.execPath, ['-C', '@b10x/source', script, ...urls], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [report, failure] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (report === '') throw new Error(failure)
  return JSON.parse(report) as Report
}

describe('httpTransport', () => {
  it('opens nothing before a call', async () => {
    const server = await startRawServer(() => {})
    await (await openChannel(server.url)).close()
    expect(server.sockets).toHaveLength(0)
  })

  it('does not open once its signal has aborted', async () => {
    const reason = new Error('enough')
    const opening = httpTransport('https://example.test/').open({
      bounds: DEFAULT_BOUNDS,
      signal: AbortSignal.abort(reason),
      onNotification: () => {},
      answer: () => null
    })
    await expect(opening).rejects.toBe(reason)
  })

  it('shows no secret: not in its evidence, its output or its errors', async () => {
    const server = await startRawServer((socket, request) => socket.write(json(`{"echo":"${request.headers.authorization}"`)))
    const options = { headers: { authorization: 'Bearer s3cret' } }
    const url = `${server.url}?key=s3cret`
    const channel = await openChannel(url, options)
    const error = await expectCode(channel.request(wireRequest()), 'message_invalid')
    expect(server.requests[0]?.headers.authorization).toBe('Bearer s3cret')
    expect(channel.endpoint).toEqual({ transport: 'streamable-http', url: `${server.url}?key=[redacted]` })
    const deep = { depth: 20, showHidden: true }
    const shown = [httpTransport(url, options), channel, error].map((value) => inspect(value, deep) + JSON.stringify(value))
    expect(shown.join()).not.toContain('s3cret')
    expect(inspect(error.cause, deep)).not.toContain('s3cret')
  })

  it('keeps a secret that the peer echoes as broken HTTP out of the cause', async () => {
    const server = await startRawServer((socket, request) => socket.write(`${request.headers.authorization}\r\n\r\n`))
    const channel = await openChannel(server.url, { headers: { authorization: 'Bearer s3cret' } })
    const error = await expectCode(channel.request(wireRequest()), 'endpoint_unreachable')
    expect(inspect(error.cause, { depth: 20, showHidden: true })).not.toContain('s3cret')
  })
})

describe('an exchange of the caller', () => {
  /** Answers by hand; counts what happened to it. */
  function scripted(play: (request: HttpRequest, sink: HttpResponseSink) => Promise<void>): HttpExchange & { closed: number } {
    return {
      closed: 0,
      exchange: play,
      async close() {
        this.closed += 1
      }
    }
  }

  it('carries the request, gives the answer and stays open', async () => {
    const seen: HttpRequest[] = []
    const exchange = scripted(async (request, sink) => {
      seen.push(request)
      request.onDispatch()
      sink.onHead(200, [['content-type', 'application/json']])
      sink.onChunk(Buffer.from(OK.slice(0, 9)))
      sink.onChunk(Buffer.from(OK.slice(9)))
    })
    const channel = await openChannel('https://example.test/mcp?a=b', { exchange })
    const request = wireRequest()
    expect((await channel.request(request)).message).toMatchObject({ kind: 'result', resultText: '{}' })
    expect(seen[0]).toMatchObject({ method: 'POST', url: 'https://example.test/mcp?a=b', body: request.body })
    await channel.close()
    expect([request.dispatches(), exchange.closed]).toEqual([1, 0])
    await expectCode(channel.request(wireRequest()), 'connection_closed')
  })

  it('that never settles is left on abort and on close', async () => {
    const signals: AbortSignal[] = []
    const exchange = scripted((request) => {
      signals.push(request.signal)
      return new Promise(() => {})
    })
    const controller = new AbortController()
    const channel = await openChannel('https://example.test/', { exchange })
    const aborted = channel.request(wireRequest({ signal: controller.signal }))
    const closed = expectCode(channel.request(wireRequest()), 'connection_closed')
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toBe(controller.signal.reason)
    await channel.close()
    await closed
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true])
  })

  it('that never settles keeps no timer of a notification after close', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const channel = await openChannel('https://example.test/', { exchange: scripted(() => new Promise(() => {})) })
    const notified = channel.notify('{"jsonrpc":"2.0","method":"x"}', [])
    expect(vi.getTimerCount()).toBe(1)
    await channel.close()
    expect(vi.getTimerCount()).toBe(0)
    await notified
  })

  it('that goes on after the end is not listened to', async () => {
    let more: (() => boolean) | undefined
    const exchange = scripted((request, sink) => {
      sink.onHead(200, [['content-type', 'text/event-stream']])
      more = () => sink.onChunk(Buffer.from('data: {"jsonrpc":"2.0","method":"late"}\n\n'))
      return new Promise(() => {})
    })
    const controller = new AbortController()
    const request = wireRequest({ signal: controller.signal })
    const outcome = (await openChannel('https://example.test/', { exchange })).request(request)
    await expect(Promise.race([outcome, Promise.resolve('waits')])).resolves.toBe('waits')
    controller.abort(new Error('enough'))
    await expect(outcome).rejects.toBe(controller.signal.reason)
    expect([more?.(), request.notifications.length]).toEqual([false, 0])
  })
})

describe('the environment', { timeout: 30_000 }, () => {
  it('cannot name a proxy or turn certificate checks off, but an authority', async () => {
    const proxy = await startRawServer((socket) => socket.destroy())
    const plain = await startRawServer((socket, request) => socket.write(json(resultFor(request))))
    const identity = makeSelfSigned()
    const secure = await startRawServer((socket, request) => socket.write(json(resultFor(request))), identity)
    const folder = mkdtempSync(join(tmpdir(), 'b10x-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const authority = join(folder, 'authority.pem')
    writeFileSync(authority, identity.certificate)
    const address = `http://127.0.0.1:${proxy.port}`
    const proxies = {
      NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, http_proxy: address, HTTPS_PROXY: address, ALL_PROXY: address, NO_PROXY: '', no_proxy: ''
    }
    const [trusting, careless] = await Promise.all([
      callFromChild([plain.url, secure.url, secure.url.replace('127.0.0.1', 'localhost')], { ...proxies, NODE_EXTRA_CA_CERTS: authority }),
      callFromChild([secure.url], { ...proxies, NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    ])
    expect(trusting.outcomes).toEqual(['result', 'result', 'result'])
    expect(careless.outcomes).toMatchObject([{ code: 'endpoint_unreachable', details: { reason: 'tls' } }])
    expect([proxy.sockets.length, plain.requests.length, secure.requests.length]).toEqual([0, 1, 2])
  })
})

describe('a flood of 192 MiB', { timeout: 30_000 }, () => {
  function startFlood(type: string, start: string): Promise<RawServer> {
    const part = Buffer.alloc(64 * 1024, 'x')
    return startRawServer((socket) => {
      let left = (192 * MEBIBYTE) / part.length
      const write = (): void => {
        while (left > 0 && !socket.destroyed && socket.write(part)) left -= 1
        if (left === 0) socket.end()
      }
      socket.on('drain', write)
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n${start}`)
      write()
    })
  }

  it.each([
    ['a JSON body', 'application/json', '"', 'maxMessageBytes'],
    ['an event', 'text/event-stream', 'data: ', 'maxSseEventBytes']
  ])('is refused in little memory, as %s', async (_what, type, start, bound) => {
    const server = await startFlood(type, start)
    const report = await callFromChild([server.url])
    expect(report.outcomes).toMatchObject([{ code: 'bound_exceeded', details: { bound, limit: 4 * MEBIBYTE } }])
    expect(report.peakRssBytes).toBeLessThan(150 * MEBIBYTE)
    await server.quiet()
    expect(server.sockets[0]?.bytesWritten).toBeLessThan(64 * MEBIBYTE)
  })
})
