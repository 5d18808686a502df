import { EventEmitter, once } from 'node:events'
import { inspect } from 'node:util'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { json, response, startRawServer } from './__fixtures__/raw-server.ts'
import type { RawServer } from './__fixtures__/raw-server.ts'
import { makeSelfSigned } from './__fixtures__/self-signed.ts'
import { createHttpExchange } from './create-http-exchange.ts'
import type { HttpExchangeOptions } from './create-http-exchange.ts'
import type { HeaderList } from '../transport/transport.ts'
import type { HttpExchange, HttpRequest } from './http-exchange.ts'

interface Reply {
  readonly status: number
  readonly headers: HeaderList
  readonly text: string
}

function start(options?: HttpExchangeOptions): HttpExchange {
  const exchange = createHttpExchange(options)
  onTestFinished(() => exchange.close())
  return exchange
}

async function ask(exchange: HttpExchange, url: string, parts: Partial<HttpRequest> = {}): Promise<Reply> {
  const signal = new AbortController().signal
  const chunks: Uint8Array[] = []
  let head: Pick<Reply, 'status' | 'headers'> = { status: 0, headers: [] }
  const request: HttpRequest = { method: 'GET', url, headers: [], body: null, signal, onDispatch: () => {}, ...parts }
  await exchange.exchange(request, {
    onHead: (status, headers) => (head = { status, headers }),
    onChunk: (chunk) => chunks.push(chunk) > 0
  })
  return { ...head, text: Buffer.concat(chunks).toString() }
}

const hello = (): Promise<RawServer> => startRawServer((socket) => socket.write(json('"hello"')))

/** A server whose answers are given by hand. */
async function held(): Promise<RawServer & { readonly answer: () => void; readonly arrived: () => Promise<void> }> {
  const arrivals = new EventEmitter()
  const answers: (() => void)[] = []
  const server = await startRawServer((socket) => {
    answers.push(() => socket.write(json('"late"')))
    arrivals.emit('request')
  })
  return {
    ...server,
    answer: () => answers.shift()?.(),
    arrived: async () => {
      if (answers.length === 0) await once(arrivals, 'request')
    }
  }
}

/** Everything that is under way has a chance to go on. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

describe('createHttpExchange', () => {
  it('reaches any origin, with the bytes that it was given, over one connection each', async () => {
    const servers = [await hello(), await hello()]
    const exchange = start()
    for (const { url } of [...servers, ...servers]) {
      const request = { method: 'POST', body: 'a=b', headers: [['content-type', 'application/x-www-form-urlencoded']] } as const
      expect(await ask(exchange, `${url}?x=1`, request)).toMatchObject({ status: 200, text: '"hello"' })
    }
    for (const { requests, sockets } of servers) {
      expect([requests.length, sockets.length]).toEqual([2, 1])
      expect(requests[0]).toMatchObject({ method: 'POST', path: '/mcp?x=1', body: 'a=b' })
      expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded', 'content-length': '3' })
    }
  })

  it('hands on a redirect and does not follow it', async () => {
    const other = await hello()
    const server = await startRawServer((socket) => socket.write(response(302, { location: other.url })))
    const reply = await ask(start(), server.url)
    expect([reply.status, other.sockets.length]).toEqual([302, 0])
    expect(reply.headers).toContainEqual(['location', other.url])
  })

  it('gives repeated headers one by one', async () => {
    const server = await startRawServer((socket) => {
      socket.write('HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic\r\nWWW-Authenticate: Bearer scope="a, b"\r\ncontent-length: 0\r\n\r\n')
    })
    const { headers } = await ask(start(), server.url)
    expect(headers.filter(([name]) => name === 'www-authenticate')).toEqual([
      ['www-authenticate', 'Basic'],
      ['www-authenticate', 'Bearer scope="a, b"']
    ])
  })

  it('trusts no certificate that nobody vouches for', async () => {
    const server = await startRawServer((socket) => socket.end(), makeSelfSigned())
    expect((await expectCode(ask(start(), server.url), 'endpoint_unreachable')).details).toEqual({ reason: 'tls' })
    expect(server.requests).toHaveLength(0)
  })

  it.each([
    ['ftp://127.0.0.1/', 'scheme'],
    ['http://user:s3cret@127.0.0.1/', 'userinfo'],
    ['http://127.0.0.1/#s3cret', 'fragment'],
    ['s3cret', 'unparsable']
  ])('refuses %s', async (url, reason) => {
    const error = await expectCode(ask(start(), url), 'endpoint_invalid')
    expect(error.details).toEqual({ reason })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('s3cret')
  })

  it.each([{ maxOrigins: 0 }, { maxConnections: 1.5 }, { maxConnections: Infinity }])('refuses the limits %o', (limits) => {
    expect(() => createHttpExchange(limits)).toThrow(RangeError)
  })

  it('sends nothing once its signal has aborted', async () => {
    const server = await hello()
    const reason = new Error('enough')
    await expect(ask(start(), server.url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server.sockets).toHaveLength(0)
  })

  it('opens at most as many connections to an origin as asked for', async () => {
    const server = await held()
    const exchange = start({ maxConnections: 1 })
    const replies = [ask(exchange, server.url), ask(exchange, server.url)]
    await server.arrived()
    server.answer()
    await replies[0]
    await server.arrived()
    server.answer()
    expect(await Promise.all(replies)).toMatchObject([{ text: '"late"' }, { text: '"late"' }])
    expect(server.sockets).toHaveLength(1)
  })
})

describe('one origin too many', () => {
  it('ends the connections to the one that has been idle for longest', async () => {
    const [first, second, third] = [await hello(), await hello(), await hello()]
    const exchange = start({ maxOrigins: 2 })
    for (const { url } of [first, second, first, third]) await ask(exchange, url)
    await second.quiet()
    expect(first.sockets[0]?.closed).toBe(false)
    await ask(exchange, first.url)
    expect(first.sockets).toHaveLength(1)
  })

  it('waits until one is idle', async () => {
    const [busy, next] = [await held(), await hello()]
    const exchange = start({ maxOrigins: 1 })
    const running = ask(exchange, busy.url)
    await busy.arrived()
    const waiting = [ask(exchange, next.url), ask(exchange, next.url)]
    await turns()
    expect(next.sockets).toHaveLength(0)
    busy.answer()
    expect(await Promise.all([running, ...waiting])).toMatchObject([{ text: '"late"' }, { text: '"hello"' }, { text: '"hello"' }])
    await busy.quiet()
  })

  it('waits no longer than its signal, and leaves nothing behind', async () => {
    const [busy, next] = [await held(), await hello()]
    const exchange = start({ maxOrigins: 1 })
    const running = ask(exchange, busy.url)
    await busy.arrived()
    const controller = new AbortController()
    const waiting = ask(exchange, next.url, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toBe(controller.signal.reason)
    busy.answer()
    await running
    expect(next.sockets).toHaveLength(0)
  })
})

describe('close', () => {
  it('ends what runs and what waits, and every connection', async () => {
    const [busy, other, idle, next] = [await held(), await held(), await hello(), await hello()]
    const exchange = start({ maxOrigins: 2 })
    await ask(exchange, idle.url)
    const running = [busy, other].map(({ url }) => expectCode(ask(exchange, url), 'connection_closed'))
    await Promise.all([busy.arrived(), other.arrived()])
    const waiting = expectCode(ask(exchange, next.url), 'connection_closed')
    await Promise.all([exchange.close(), exchange.close()])
    await Promise.all([...running, waiting, busy.quiet(), idle.quiet(), other.quiet()])
    await expectCode(ask(exchange, idle.url), 'connection_closed')
    expect(next.sockets).toHaveLength(0)
  })
})
