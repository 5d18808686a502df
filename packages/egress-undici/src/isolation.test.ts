// Many exchanges at once with a peer that does something else each time: every one gets its own answer or a refusal.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import fc from 'fast-check'
import { isGovernedError } from '@b10x/ports/errors'
import { expect, it } from 'vitest'
import { KEY, ask, openLoopback } from './__fixtures__/ask.ts'
import { response, startRawPeer } from './__fixtures__/raw-peer.ts'

/** What the peer does with a request that carries this number. */
const DEEDS: Readonly<Record<string, (socket: Socket, nonce: string) => void>> = {
  answers: (socket, nonce) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${nonce.length}\r\n\r\n${nonce}`),
  answersInChunks: (socket, nonce) => void socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${nonce.length.toString(16)};a=b\r\n${nonce}\r\n0\r\nt: x\r\n\r\n`),
  answersAndCloses: (socket, nonce) => void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${nonce.length}\r\nconnection: close\r\n\r\n${nonce}`),
  answersLate: (socket, nonce) => void setTimeout(() => DEEDS['answers']?.(socket, nonce), 15),
  answersTwice: (socket, nonce) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${nonce.length}\r\n\r\n${nonce}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged`),
  hintsFirst: (socket, nonce) => void socket.write(`HTTP/1.1 103 Hint\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${nonce.length}\r\n\r\n${nonce}`),
  answersHalf: (socket, nonce) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${nonce.length + 10}\r\n\r\n${nonce}`),
  redirects: (socket) => void socket.write('HTTP/1.1 302 There\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
  pours: (socket) => void socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(9_000)}`),
  breaks: (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'),
  resets: (socket) => void socket.resetAndDestroy(),
  ends: (socket) => void socket.end(),
  isSilent: () => undefined
}
const NEVER_REFUSED = ['answers', 'answersInChunks', 'answersAndCloses', 'answersLate', 'hintsFirst']

interface Planned {
  readonly deed: string
  /** When it is given up, in milliseconds, or null. */
  readonly abortMs: number | null
  readonly startMs: number
  /** Whether the sink has enough with the first chunk. */
  readonly hasEnough: boolean
}

const planned: fc.Arbitrary<Planned> = fc.record({
  deed: fc.constantFrom(...Object.keys(DEEDS)),
  abortMs: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }),
  startMs: fc.integer({ min: 0, max: 20 }),
  hasEnough: fc.boolean()
})

async function play(plan: readonly Planned[]): Promise<void> {
  const sockets = new Set<Socket>()
  const arrived: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    socket.on('data', (bytes) => {
      const [, deed = '', nonce = ''] = /x-deed: (\w+)[\s\S]*\r\n\r\n(\w+)$/.exec(bytes.toString('latin1')) ?? []
      arrived.push(nonce)
      DEEDS[deed]?.(socket, nonce)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const egress = openLoopback({ url, bounds: { maxConnections: 3, maxQueued: 1_000, exchangeDeadlineMs: 400, maxDecodedBytes: 8_000 } })
  const dispatched: string[] = []

  async function exchange({ deed, abortMs, startMs, hasEnough }: Planned, index: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, startMs))
    const nonce = `nonce${index}`
    const controller = new AbortController()
    const reason = new Error('given up')
    const timer = abortMs === null ? null : setTimeout(() => controller.abort(reason), abortMs)
    const text: string[] = []
    const request = { endpoint: KEY, method: 'POST', headers: [['x-deed', deed]], body: nonce, signal: controller.signal, onDispatch: () => void dispatched.push(nonce) } as const
    const error = await egress.exchange(request, { onHead: () => undefined, onChunk: (chunk) => (text.push(Buffer.from(chunk).toString()), !hasEnough) }).then(() => null, (failure: unknown) => failure)
    if (timer !== null) clearTimeout(timer)
    if (error === null) expect(text.join('').slice(0, nonce.length)).toBe(deed === 'pours' ? 'x'.repeat(nonce.length) : nonce)
    else expect(error === reason || isGovernedError(error)).toBe(true)
    // What goes wrong with others is theirs, as long as there is time.
    if (NEVER_REFUSED.includes(deed) && error !== null && error !== reason) expect(error).toMatchObject({ code: 'egress_timeout' })
  }

  try {
    await Promise.all(plan.map(exchange))
    await exchange({ deed: 'answers', abortMs: null, startMs: 0, hasEnough: false }, plan.length)
    expect(dispatched).toContain(`nonce${plan.length}`)
    // At most once, and nothing without its dispatch.
    expect(new Set(dispatched).size).toBe(dispatched.length)
    expect(new Set(arrived).size).toBe(arrived.length)
    expect(arrived.filter((nonce) => !dispatched.includes(nonce))).toEqual([])
  } finally {
    await egress.close()
    await expect.poll(() => sockets.size).toBe(0)
    server.close()
    await once(server, 'close')
  }
}

it('I-01: every exchange gets its own answer or a refusal, is sent once, and takes no place from those after it', async () => {
  await fc.assert(fc.asyncProperty(fc.array(planned, { minLength: 20, maxLength: 60 }), play), { numRuns: 12, endOnFailure: true })
}, 120_000)

it('close settles although the peer closed what was idle', async () => {
  const sockets: Socket[] = []
  await using peer = await startRawPeer((socket) => void (sockets.push(socket), socket.write(response('ok'))))
  const egress = openLoopback({ url: peer.url })
  expect((await ask(egress)).outcome).toBe('resolved')
  sockets[0]?.end()
  await expect.poll(() => peer.open).toBe(0)
  expect((await ask(egress)).outcome).toBe('resolved')
  expect(peer.opened).toBe(2)
  await egress.close()
})
