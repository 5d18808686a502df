import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openChannel, wireRequest } from './__fixtures__/open-fixture.ts'
import { STREAM_HEAD, chunk, closeOf, json, resultFor, startRawServer } from './__fixtures__/raw-server.ts'
import type { RawServer } from './__fixtures__/raw-server.ts'
import { PendingExchange } from './pending-exchange.ts'

const ENOUGH = new Error('enough')

const echo = (): Promise<RawServer> => startRawServer((socket, request) => socket.write(json(resultFor(request))))

/** A server that goes as far as the phase, says so, and then stays silent. */
async function stallAt(phase: string): Promise<{ server: RawServer; url: string; reached: Promise<unknown> }> {
  const reached = new EventEmitter()
  const server = await startRawServer((socket) => {
    if (phase === 'body') socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
    if (phase === 'events') socket.write(STREAM_HEAD + chunk(': hi\n').toString())
    reached.emit('reached')
  })
  const url = phase === 'tls' ? server.url.replace('http:', 'https:') : server.url
  return { server, url, reached: once(reached, 'reached') }
}

describe('an abort', () => {
  it.each(['headers', 'body', 'events'])('ends a call in its %s phase, and its connection', async (phase) => {
    const { server, url, reached } = await stallAt(phase)
    const controller = new AbortController()
    const request = wireRequest({ signal: controller.signal })
    const outcome = (await openChannel(url)).request(request)
    await reached
    controller.abort(ENOUGH)
    await expect(outcome).rejects.toBe(ENOUGH)
    expect(request.dispatches()).toBe(1)
    await server.quiet()
  })

  it('ends a call that waits for the TLS handshake', async () => {
    const accepted = new EventEmitter()
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}))
      // Read, so that the end of the connection is seen.
      socket.once('data', () => accepted.emit('hello'))
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const controller = new AbortController()
    const request = wireRequest({ signal: controller.signal })
    const outcome = (await openChannel(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)).request(request)
    await once(accepted, 'hello')
    controller.abort(ENOUGH)
    await expect(outcome).rejects.toBe(ENOUGH)
    expect(request.dispatches()).toBe(0)
    await Promise.all(sockets.map(closeOf))
  })

  it.each([
    ['a name', 'https://does-not-exist.invalid/'],
    // TEST-NET-1 (RFC 5737): nobody answers, or the network says at once that nobody can.
    ['a connection', 'https://192.0.2.1/']
  ])('ends a call that waits for %s', async (_name, url) => {
    const controller = new AbortController()
    const request = wireRequest({ signal: controller.signal })
    const channel = await openChannel(url)
    // Loads undici, so that the abort meets the phase itself.
    await expectCode(openChannel('http://127.0.0.1:1/').then((other) => other.request(wireRequest())), 'endpoint_unreachable')
    const outcome = channel.request(request)
    controller.abort(ENOUGH)
    await expect(outcome).rejects.toBe(ENOUGH)
    expect(request.dispatches()).toBe(0)
    await channel.close()
  })

  it('ends a call before it starts', async () => {
    const server = await echo()
    const request = wireRequest({ signal: AbortSignal.abort(ENOUGH) })
    await expect((await openChannel(server.url)).request(request)).rejects.toBe(ENOUGH)
    expect([request.dispatches(), server.sockets.length]).toEqual([0, 0])
  })

  it('ends a call whose credentials do not come', async () => {
    const controller = new AbortController()
    const server = await echo()
    const channel = await openChannel(server.url, { headers: () => new Promise(() => {}) })
    const outcome = channel.request(wireRequest({ signal: controller.signal }))
    controller.abort(ENOUGH)
    await expect(outcome).rejects.toBe(ENOUGH)
  })

  it('ends a flood of early hints', async () => {
    const controller = new AbortController()
    let sent = 0
    const server = await startRawServer((socket) => {
      const flood = setInterval(() => {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'.repeat(50))
        if ((sent += 1) === 5) controller.abort(ENOUGH)
      }, 1)
      socket.once('close', () => clearInterval(flood))
    })
    const outcome = (await openChannel(server.url)).request(wireRequest({ signal: controller.signal }))
    await expect(outcome).rejects.toBe(ENOUGH)
    await server.quiet()
  })

  it('in a batch of calls leaves the others alone', async () => {
    const server = await startRawServer((socket, request) => {
      const { id } = JSON.parse(request.body) as { id: number }
      if (id % 2 === 0) socket.write(json(resultFor(request)))
      else controllers[id]?.abort(ENOUGH)
    })
    const controllers = Array.from({ length: 40 }, () => new AbortController())
    const channel = await openChannel(server.url)
    const outcomes = await Promise.allSettled(controllers.map(({ signal }, id) => channel.request(wireRequest({ id, signal }))))
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map((_outcome, id) => (id % 2 === 0 ? 'fulfilled' : 'rejected')))
  })

  it('leaves no listener behind', async () => {
    const server = await echo()
    const channel = await openChannel(server.url)
    const { signal } = new AbortController()
    let listening = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    Object.assign(signal, {
      addEventListener: (...given: Parameters<typeof add>) => { listening += 1; add(...given) },
      removeEventListener: (...given: Parameters<typeof remove>) => { listening -= 1; remove(...given) }
    })
    for (let id = 1; id <= 3; id += 1) await channel.request(wireRequest({ id, signal }))
    expect(listening).toBe(0)
  })
})

describe('dispatch', () => {
  it('happens once, whatever undici tries', async () => {
    const request = { ...wireRequest(), method: 'POST', url: 'http://localhost/' } as const
    const sent = new PendingExchange(request, { onHead: () => {}, onChunk: () => true }, () => {})
    sent.onRequestStart()
    expect(() => sent.onRequestStart()).toThrow()
    expect(request.dispatches()).toBe(1)
    sent.onResponseEnd()
    await sent.outcome
  })

  it('that throws sends nothing', async () => {
    const server = await echo()
    const failure = new Error('not now')
    const request = { ...wireRequest(), onDispatch: () => { throw failure } }
    const channel = await openChannel(server.url)
    await expect(channel.request(request)).rejects.toBe(failure)
    await channel.close()
    expect(server.requests).toHaveLength(0)
  })
})
