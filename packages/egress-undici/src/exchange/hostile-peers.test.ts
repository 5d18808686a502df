// What peers do that break HTTP or bounds (E-40 to E-52), over raw sockets.
import { deflateSync, gzipSync, brotliCompressSync } from 'node:zlib'
import type { Socket } from 'node:net'
import type { EgressBounds } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { ask, openLoopback } from '../__fixtures__/ask.ts'
import type { Asked } from '../__fixtures__/ask.ts'
import { response, startRawPeer } from '../__fixtures__/raw-peer.ts'

const BOUNDS = { maxHeaderBytes: 4_096, maxWireBytes: 64 * 1024, maxDecodedBytes: 32 * 1024, exchangeDeadlineMs: 2_000 }

interface Met extends Asked {
  /** Connections that the peer saw in all. */
  readonly opened: number
}

/** One exchange with a peer; afterwards no connection to it is left. */
async function meet(onRequest: (socket: Socket) => void, bounds: Partial<EgressBounds> = {}, onConnection?: (socket: Socket) => void): Promise<Met> {
  await using peer = await startRawPeer(onRequest, onConnection)
  const egress = openLoopback({ url: peer.url, bounds: { ...BOUNDS, ...bounds } })
  const asked = await ask(egress)
  await egress.close()
  await expect.poll(() => peer.open).toBe(0)
  return { ...asked, opened: peer.opened }
}

const says = (text: string | Buffer) => (socket: Socket): void => void socket.write(text)
const saysAndEnds = (text: string) => (socket: Socket): void => void socket.end(text)

function exceeded(bound: string, limit: number): object {
  return { code: 'egress_bound_exceeded', details: expect.objectContaining({ bound, limit, maybeDelivered: true }) as unknown }
}

/** Writes the text until nobody takes it any more. */
const pours = (head: string, text: string) => (socket: Socket): void => {
  socket.write(head)
  const pour = (): void => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', pour)
  pour()
}

describe('E-40: a body over its bound', () => {
  it.each([
    ['by content-length', says(`HTTP/1.1 200 OK\r\ncontent-length: ${BOUNDS.maxDecodedBytes + 1}\r\n\r\n`)],
    ['chunk by chunk', pours('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', `1000\r\n${'x'.repeat(4_096)}\r\n`)],
    ['of unknown length', pours('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n', 'x'.repeat(4_096))],
    ['of HTTP/1.0', pours('HTTP/1.0 200 OK\r\n\r\n', 'x'.repeat(4_096))]
  ])('%s', async (_title, peer) => {
    expect((await meet(peer)).outcome).toEqual(exceeded('maxDecodedBytes', BOUNDS.maxDecodedBytes))
  })

  it('up to the bound is taken', async () => {
    expect(await meet(saysAndEnds(response('x'.repeat(BOUNDS.maxDecodedBytes))))).toMatchObject({ outcome: 'resolved' })
  })
})

describe('E-41: a coded body', () => {
  const zeros = Buffer.alloc(1024 * 1024)
  it.each([
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['zstd', Buffer.from('28b52ffd', 'hex')],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
    [Array.from({ length: 100 }, () => 'gzip').join(', '), gzipSync(zeros)],
    ['x-unknown', Buffer.from('x')]
  ])('%s is refused, not undone', async (coding, body) => {
    const head = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`)
    const { outcome, text } = await meet(says(Buffer.concat([head, body])))
    expect([outcome, text]).toEqual([{ code: 'egress_response_invalid', details: { reason: 'content_encoding', maybeDelivered: true } }, ''])
  })

  it.each([
    ['two that are coded', ['gzip', 'br']],
    ['one that is not', ['identity', 'gzip']]
  ])('named over several lines is refused as well: %s', async (_title, codings) => {
    const { outcome, text } = await meet(says(response('ok', ...codings.map((coding) => `content-encoding: ${coding}`))))
    expect([outcome, text]).toEqual([{ code: 'egress_response_invalid', details: { reason: 'content_encoding', maybeDelivered: true } }, ''])
  })

  it('none is asked for, and identity is none', async () => {
    await using peer = await startRawPeer(says(response('ok', 'content-encoding: identity')))
    const egress = openLoopback({ url: peer.url })
    expect(await ask(egress)).toMatchObject({ outcome: 'resolved', text: 'ok' })
    await egress.close()
    expect(peer.received[0]).toMatch(/\r\naccept-encoding: identity\r\n/i)
  })
})

describe('E-42: a head over its bound', () => {
  it.each([
    ['one long header', `x-long: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['ten thousand headers', 'x: y\r\n'.repeat(10_000)],
    ['a line without an end', 'x'.repeat(8_192)]
  ])('%s', async (_title, text) => {
    expect((await meet(says(`HTTP/1.1 200 OK\r\n${text}`))).outcome).toEqual(exceeded('maxHeaderBytes', BOUNDS.maxHeaderBytes))
  })
})

describe('E-43: responses before the response', () => {
  it('a hundred and three, for ever', async () => {
    const { outcome } = await meet(pours('', `HTTP/1.1 103 Early Hints\r\nlink: <${'x'.repeat(100)}>\r\n\r\n`))
    expect(outcome).toEqual(exceeded('maxHeaderBytes', BOUNDS.maxHeaderBytes))
  })

  it('a few are passed over', async () => {
    expect(await meet(says(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)}${response('ok')}`))).toMatchObject({ status: 200, text: 'ok' })
  })

  it('a hundred, which nobody asked for', async () => {
    expect((await meet(says('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)))).outcome).toMatchObject({ details: { maybeDelivered: true } })
  })
})

describe('E-44: a peer that takes its time', () => {
  const drip = (head: string) => (socket: Socket): void => {
    socket.write(head)
    const timer = setInterval(() => socket.write('x'), 10)
    socket.on('close', () => clearInterval(timer))
  }
  it.each([
    ['with its head', drip('HTTP/1.1 200 OK\r\nx: '), 'head'],
    ['with its body', drip('HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n'), 'body'],
    ['and says nothing', () => {}, 'head']
  ] as const)('%s', async (_title, peer, phase) => {
    expect((await meet(peer, { exchangeDeadlineMs: 100 })).outcome).toEqual({ code: 'egress_timeout', details: { phase, limit: 100, maybeDelivered: true } })
  })

  it('over a handshake', async () => {
    await using peer = await startRawPeer(() => {})
    const egress = openLoopback({ url: `https://127.0.0.1:${peer.port}/`, bounds: { exchangeDeadlineMs: 50 } })
    expect((await ask(egress)).outcome).toEqual({ code: 'egress_timeout', details: { phase: 'tls', limit: 50, maybeDelivered: false } })
    await expect.poll(() => peer.open).toBe(0)
    await egress.close()
  })

  it.each([['E-50: over a look-up that never ends', () => new Promise<never>(() => {})], ['E-50: over a look-up that ends late', () => new Promise<string[]>((resolve) => setTimeout(resolve, 120, ['127.0.0.1']))]])('%s', async (_title, resolver) => {
    await using peer = await startRawPeer(says(response('ok')))
    const egress = openLoopback({ url: `https://api.test:${peer.port}/`, bounds: { exchangeDeadlineMs: 40 } }, { resolver })
    expect((await ask(egress)).outcome).toEqual({ code: 'egress_timeout', details: { phase: 'dns', limit: 40, maybeDelivered: false } })
    await egress.close()
    expect(peer.opened).toBe(0)
  })
})

describe('E-45: bytes that are no body', () => {
  it.each([
    ['an extension of a chunk', `1;${'x'.repeat(200_000)}\r\nx\r\n0\r\n\r\n`],
    ['trailers', `1\r\nx\r\n0\r\n${'t: x\r\n'.repeat(40_000)}\r\n`]
  ])('%s', async (_title, text) => {
    const { outcome } = await meet(says(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${text}`), { maxHeaderBytes: 256 * 1024 })
    expect(outcome).toEqual(exceeded('maxWireBytes', BOUNDS.maxWireBytes))
  })
})

describe('E-46: a message that two readers would read differently', () => {
  it.each([
    ['both lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok!'],
    ['no length of a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nok\r\n0\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a folded header', 'HTTP/1.1 200 OK\r\na: b\r\n c: d\r\ncontent-length : 1\r\n\r\nx']
  ])('%s', async (_title, text) => {
    expect((await meet(says(text))).outcome).toEqual({ code: 'egress_response_invalid', details: { reason: 'framing', maybeDelivered: true } })
  })

  it('a body that ends too early', async () => {
    expect((await meet(saysAndEnds('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort'))).outcome).toMatchObject({ details: { maybeDelivered: true } })
  })

  it('bytes after the end are read by nobody, and the connection is not used again', async () => {
    await using peer = await startRawPeer((socket, nth) => void socket.write(`${response(`answer ${nth}`)}${nth === 1 ? response('smuggled') : ''}`))
    const egress = openLoopback({ url: peer.url })
    expect([(await ask(egress)).text, (await ask(egress)).text, peer.opened]).toEqual(['answer 1', 'answer 2', 2])
    await egress.close()
  })
})

describe('E-51: a request is sent once', () => {
  it.each([
    ['ends the connection', (socket: Socket) => void socket.destroy()],
    ['resets it', (socket: Socket) => void socket.resetAndDestroy()],
    ['ends it after half a head', saysAndEnds('HTTP/1.1 200')]
  ])('to a peer that %s', async (_title, peer) => {
    const { outcome, opened, dispatched } = await meet(peer)
    expect([opened, dispatched, outcome]).toMatchObject([1, 1, { details: { maybeDelivered: true } }])
  })

  it('also over a connection that the peer ends between two exchanges', async () => {
    await using peer = await startRawPeer((socket) => void socket.end(response('ok', 'connection: keep-alive')))
    const egress = openLoopback({ url: peer.url })
    const outcomes = [await ask(egress), await ask(egress), await ask(egress)]
    await egress.close()
    expect(outcomes.map(({ dispatched }) => dispatched).every((count) => count <= 1)).toBe(true)
    expect(peer.received.join('').match(/POST/g)?.length).toBe(outcomes.filter(({ dispatched }) => dispatched === 1).length)
  })

  it('and refused by nobody who is there: nothing was delivered', async () => {
    const egress = openLoopback({ url: 'http://127.0.0.1:1/' })
    expect(await ask(egress)).toMatchObject({ dispatched: 0, outcome: { code: 'egress_unreachable', details: { phase: 'connect', reason: 'refused', maybeDelivered: false } } })
    await egress.close()
  })
})

describe('E-52: an answer before the request was read', () => {
  const rejection = (connection: string): string => `HTTP/1.1 413 Payload Too Large\r\n${connection}content-length: 3\r\n\r\nbig`
  it.each([
    ['that ends the connection', 'connection: close\r\n'],
    ['that would keep it', '']
  ])('is one: %s', async (_title, connection) => {
    await using peer = await startRawPeer((socket) => void socket.pause().write(rejection(connection)))
    const egress = openLoopback({ url: peer.url, bounds: { maxRequestBytes: 16 * 1024 * 1024 } })
    // More than the buffers of two sockets take.
    expect(await ask(egress, { body: 'x'.repeat(16 * 1024 * 1024) })).toMatchObject({ outcome: 'resolved', status: 413, text: 'big', dispatched: 1 })
    // What is left of the request is nobody's beginning of the next one.
    expect(await ask(egress)).toMatchObject({ outcome: 'resolved', status: 413, text: 'big' })
    expect(peer.opened).toBe(2)
    await egress.close()
  })

  it('settles, if it comes before the first byte', async () => {
    await using peer = await startRawPeer(() => {}, (socket) => void socket.write(rejection('connection: close\r\n')))
    const egress = openLoopback({ url: peer.url })
    const { outcome, status } = await ask(egress)
    expect(outcome === 'resolved' ? status : outcome).toSatisfy((value: unknown) => value === 413 || (value as { code?: string }).code === 'egress_unreachable')
    await egress.close()
    await expect.poll(() => peer.open).toBe(0)
  })
})

it.each([0, 5])('E-37: a Refresh header after %s seconds is a redirect', async (seconds) => {
  expect((await meet(says(response('ok', `refresh: ${seconds}; url=http://169.254.169.254/`)))).outcome).toEqual({ code: 'redirect_denied', details: { status: 200 } })
})
