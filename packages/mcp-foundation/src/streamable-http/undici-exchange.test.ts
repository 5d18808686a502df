import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openChannel, wireRequest } from './__fixtures__/open-fixture.ts'
import { LAST_CHUNK, STREAM_HEAD, chunk, events, json, response, resultFor, startRawServer } from './__fixtures__/raw-server.ts'
import type { RawServer } from './__fixtures__/raw-server.ts'
import { makeSelfSigned } from './__fixtures__/self-signed.ts'
import { createUndiciExchange } from './undici-exchange.ts'

const echo = (): Promise<RawServer> => startRawServer((socket, request) => socket.write(json(resultFor(request))))

/** From here on time stands still until it is told to pass. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Exchanges over at most so many connections, for as long as the sink wants more; returns the statuses it was told. */
function postTo(server: RawServer, maxConnections: number): (onChunk: () => boolean) => Promise<readonly number[]> {
  const exchange = createUndiciExchange(new URL(server.url).origin, maxConnections)
  onTestFinished(() => exchange.close())
  return async (onChunk) => {
    const { body, signal, onDispatch } = wireRequest()
    const statuses: number[] = []
    const request = { method: 'POST', url: server.url, headers: [], body, signal, onDispatch } as const
    await exchange.exchange(request, { onHead: (status) => statuses.push(status), onChunk })
    return statuses
  }
}

describe('connections', () => {
  it('one serves many calls, one after the other', async () => {
    const server = await echo()
    const channel = await openChannel(server.url)
    for (let id = 1; id <= 30; id += 1) expect((await channel.request(wireRequest({ id }))).message.id).toBe(id)
    expect([server.sockets.length, server.requests.length]).toEqual([1, 30])
  })

  it('one serves many event streams that end with their answer', async () => {
    const server = await startRawServer((socket, request) => socket.write(events(`data: ${resultFor(request)}\n\n`)))
    const channel = await openChannel(server.url)
    for (let id = 1; id <= 10; id += 1) await channel.request(wireRequest({ id }))
    expect(server.sockets).toHaveLength(1)
  })

  it('is used again when the stream ends soon after the answer', async () => {
    const server = await startRawServer((socket, request) => {
      socket.write(STREAM_HEAD + chunk(`data: ${resultFor(request)}\n\n`).toString())
      if (request.index === 0) setImmediate(() => socket.write(chunk(': bye\n').toString() + LAST_CHUNK))
    })
    const post = postTo(server, 1)
    await post(() => false)
    await post(() => false)
    expect(server.sockets).toHaveLength(1)
  })

  it('is given back to the call before the stream ends, and goes when that takes 100 ms', async () => {
    stopClock()
    const server = await startRawServer((socket, request) => {
      socket.write(STREAM_HEAD + chunk(`data: ${resultFor(request)}\n\n`).toString())
    })
    await (await openChannel(server.url)).request(wireRequest())
    expect(server.sockets[0]?.destroyed).toBe(false)
    vi.advanceTimersByTime(100)
    await server.quiet()
  })

  it('goes when 64 KiB come after the answer', async () => {
    stopClock()
    const server = await startRawServer((socket, request) => {
      socket.write(STREAM_HEAD + chunk(`data: ${resultFor(request)}\n\n`).toString())
      socket.write(chunk('x'.repeat(70_000)))
    })
    await (await openChannel(server.url)).request(wireRequest())
    await server.quiet()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is opened anew when the server says close', async () => {
    const server = await startRawServer((socket) => {
      socket.end(response(200, { 'content-type': 'application/json', connection: 'close' }, '{}'))
    })
    const post = postTo(server, 1)
    for (let n = 1; n <= 5; n += 1) {
      await post(() => true)
      await server.quiet()
    }
    expect([server.sockets.length, server.requests.length]).toEqual([5, 5])
  })

  it('that the server closes between calls or while one comes never sends a call twice', async () => {
    const server = await startRawServer((socket, request) => {
      socket.write(json(resultFor(request)))
      if (request.index % 3 === 0) socket.destroySoon()
    })
    const channel = await openChannel(server.url)
    let answered = 0
    for (let id = 1; id <= 30; id += 1) {
      const request = wireRequest({ id })
      try {
        await channel.request(request)
        answered += 1
        if (id % 3 === 0) server.sockets.at(-1)?.destroy()
      } catch (error) {
        expect(error).toMatchObject({ code: 'endpoint_unreachable', details: { reason: 'reset' } })
      }
      expect(request.dispatches()).toBe(1)
    }
    const bodies = server.requests.map(({ body }) => body)
    expect(bodies).toHaveLength(new Set(bodies).size)
    expect(answered).toBeGreaterThan(0)
  })

  it('that breaks after the request was sent is not replaced', async () => {
    const server = await startRawServer((socket) => socket.resetAndDestroy())
    const channel = await openChannel(server.url)
    const request = wireRequest()
    expect((await expectCode(channel.request(request), 'endpoint_unreachable')).details).toEqual({ reason: 'reset' })
    expect([request.dispatches(), server.requests.length]).toEqual([1, 1])
  })

  it('are at most as many as asked for; the rest waits its turn', async () => {
    const arrived = new EventEmitter()
    const held: (() => void)[] = []
    const server = await startRawServer((socket, request) => {
      held.push(() => socket.write(json(resultFor(request))))
      arrived.emit('request')
    })
    const exchange = createUndiciExchange(new URL(server.url).origin, 2)
    onTestFinished(() => exchange.close())
    const started: number[] = []
    const outcomes = [1, 2, 3, 4, 5].map((id) => {
      const { body, signal } = wireRequest({ id })
      const request = { method: 'POST', url: server.url, headers: [], body, signal, onDispatch: () => started.push(id) } as const
      return exchange.exchange(request, { onHead: () => {}, onChunk: () => true })
    })
    for (let done = 0; done < 5; done += 1) {
      while (held.length === 0) await once(arrived, 'request')
      held.shift()?.()
    }
    await Promise.all(outcomes)
    expect([server.sockets.length, started]).toEqual([2, [1, 2, 3, 4, 5]])
  })
})

it('tells the sink of the final head only', async () => {
  const server = await startRawServer((socket) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${json('{}').toString()}`))
  expect(await postTo(server, 1)(() => true)).toEqual([200])
})

describe('a response that is no HTTP', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
    ['length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a bad chunk size', 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['100 without being asked', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n']
  ])('%s', async (_name, bytes) => {
    const server = await startRawServer((socket) => socket.write(bytes))
    const channel = await openChannel(server.url)
    await expectCode(channel.request(wireRequest()), 'endpoint_unreachable')
    await server.quiet()
  })

  it('is never the answer to the next call: bytes after the end cost the connection', async () => {
    const server = await startRawServer((socket, request) => {
      const extra = request.index === 0 ? json('{"jsonrpc":"2.0","id":2,"result":"smuggled"}') : Buffer.alloc(0)
      socket.write(Buffer.concat([json(resultFor(request)), extra]))
    })
    const channel = await openChannel(server.url)
    await channel.request(wireRequest({ id: 1 }))
    expect((await channel.request(wireRequest({ id: 2 }))).message).toMatchObject({ resultText: '{"ok":true}' })
    expect(server.sockets).toHaveLength(2)
  })

  it('is cut when it is shorter than announced', async () => {
    const server = await startRawServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{'))
    await expectCode((await openChannel(server.url)).request(wireRequest()), 'endpoint_unreachable')
  })
})

describe('an endpoint that cannot be reached', () => {
  it('is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const request = wireRequest()
    const error = await expectCode((await openChannel(`http://127.0.0.1:${port}/`)).request(request), 'endpoint_unreachable')
    expect([error.details, request.dispatches()]).toEqual([{ reason: 'refused' }, 0])
  })

  it('has no address', async () => {
    const request = wireRequest()
    const error = await expectCode((await openChannel('https://does-not-exist.invalid/')).request(request), 'endpoint_unreachable')
    expect([error.details, request.dispatches()]).toEqual([{ reason: 'dns' }, 0])
  })

  it('shows a certificate that nobody vouches for', async () => {
    const server = await startRawServer((socket) => socket.end(), makeSelfSigned())
    const request = wireRequest()
    const error = await expectCode((await openChannel(server.url)).request(request), 'endpoint_unreachable')
    expect([error.details, request.dispatches()]).toEqual([{ reason: 'tls' }, 0])
    expect(server.requests).toHaveLength(0)
  })

  it('speaks no TLS', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const error = await expectCode((await openChannel(url)).request(wireRequest()), 'endpoint_unreachable')
    expect(error.details).toEqual({ reason: 'tls' })
  })
})

describe('close', () => {
  it('ends calls in every phase and lingering streams, and leaves no connection', async () => {
    const stalled = new EventEmitter()
    const server = await startRawServer((socket, request) => {
      if (request.index === 0) socket.write(STREAM_HEAD + chunk(`data: ${resultFor(request)}\n\n`).toString())
      if (request.index === 2) stalled.emit('both')
    })
    const channel = await openChannel(server.url)
    await channel.request(wireRequest())
    const outcomes = [channel.request(wireRequest()), channel.request(wireRequest())]
    const seen = outcomes.map((outcome) => expectCode(outcome, 'connection_closed'))
    await once(stalled, 'both')
    await Promise.all([channel.close(), channel.close()])
    await Promise.all(seen)
    await server.quiet()
    expect(server.sockets).toHaveLength(3)
    const late = wireRequest()
    await expectCode(channel.request(late), 'connection_closed')
    expect(late.dispatches()).toBe(0)
  })

  it('leaves no timer: not of a lingering stream, not of a notification without an answer', async () => {
    stopClock()
    const server = await startRawServer((socket, request) => {
      if (request.index === 0) socket.write(STREAM_HEAD + chunk(`data: ${resultFor(request)}\n\n`).toString())
    })
    const channel = await openChannel(server.url)
    await channel.request(wireRequest())
    const notified = channel.notify('{"jsonrpc":"2.0","method":"x"}', [])
    expect(vi.getTimerCount()).toBe(2)
    await channel.close()
    expect(vi.getTimerCount()).toBe(0)
    await notified
  })

  it('before undici has loaded ends the calls that wait for it', async () => {
    const server = await echo()
    const channel = await openChannel(server.url)
    const seen = expectCode(channel.request(wireRequest()), 'connection_closed')
    await channel.close()
    await seen
    expect(server.sockets).toHaveLength(0)
  })

  it('ends a call whose credentials do not come', async () => {
    const server = await echo()
    const channel = await openChannel(server.url, { headers: () => new Promise(() => {}) })
    const seen = expectCode(channel.request(wireRequest()), 'connection_closed')
    await channel.close()
    await seen
  })
})
