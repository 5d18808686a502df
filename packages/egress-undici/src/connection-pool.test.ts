import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ask, openLoopback } from './__fixtures__/ask.ts'
import { response, startRawPeer } from './__fixtures__/raw-peer.ts'

describe('E-48: very many exchanges with a slow destination', () => {
  it('use as many connections as the review says, wait in a queue, and are refused beyond it', async () => {
    const held: (() => void)[] = []
    await using peer = await startRawPeer((socket) => void held.push(() => socket.write(response('ok'))))
    const egress = openLoopback({ url: peer.url, bounds: { maxConnections: 4, maxQueued: 96 } })
    const asked = Array.from({ length: 1_000 }, () => ask(egress))
    await expect.poll(() => held.length).toBe(4)
    const drain = setInterval(() => held.splice(0).forEach((answer) => answer()), 1)
    const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome)
    clearInterval(drain)
    expect(outcomes.filter((outcome) => outcome === 'resolved').length).toBe(100)
    const refused = outcomes.filter((outcome) => outcome !== 'resolved')
    expect(new Set(refused.map((outcome) => JSON.stringify(outcome)))).toEqual(new Set([JSON.stringify({ code: 'egress_saturated', details: { limit: 96 } })]))
    expect(peer.opened).toBe(4)
    await egress.close()
  })

  it.each([
    ['after each answer, as it said', 'connection: close', (socket: Socket, text: string) => void socket.write(text)],
    ['after each answer, as it said, and at once', 'connection: close', (socket: Socket, text: string) => void socket.end(text)]
  ])('go on, each in its turn, when the peer ends the connection %s', async (_title, header, answer) => {
    await using peer = await startRawPeer((socket) => answer(socket, response('ok', header)))
    const egress = openLoopback({ url: peer.url, bounds: { maxConnections: 1, maxQueued: 9, exchangeDeadlineMs: 5_000 } })
    const order: number[] = []
    const asked = Array.from({ length: 10 }, async (_, nth) => {
      const { outcome, text } = await ask(egress)
      order.push(nth)
      return [outcome, text]
    })
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 10 }, () => ['resolved', 'ok']))
    expect([order, peer.opened]).toEqual([[...order].sort((a, b) => a - b), 10])
    await egress.close()
  })

  it('go on when one of them is given up in the queue, or fails to connect', async () => {
    let fails = true
    await using peer = await startRawPeer((socket) => void socket.write(response('ok')))
    const egress = openLoopback({ url: `http://localhost:${peer.port}/`, bounds: { maxConnections: 1 } }, {
      resolver: async () => {
        if (!fails) return ['127.0.0.1']
        fails = false
        throw new Error('not yet')
      }
    })
    const given = new AbortController()
    const asked = [ask(egress), ask(egress, { signal: given.signal }), ask(egress)]
    given.abort(new Error('given up'))
    const [first, second, third] = await Promise.all(asked)
    expect([first?.outcome, second?.outcome, third?.outcome]).toEqual([expect.objectContaining({ code: 'egress_unreachable' }), new Error('given up'), 'resolved'])
    await egress.close()
  })
})

it('a connection is used again, and is closed when nobody needs it', async () => {
  await using peer = await startRawPeer((socket) => void socket.write(response('ok')))
  const egress = openLoopback({ url: peer.url })
  for (let nth = 0; nth < 5; nth += 1) expect((await ask(egress)).outcome).toBe('resolved')
  expect([peer.opened, peer.open]).toEqual([1, 1])
  await egress.close()
  await expect.poll(() => peer.open).toBe(0)
})

describe('E-49: an abort in every phase settles once and leaves nothing', () => {
  const RUNS = 200
  const resources = (): readonly string[] => process.getActiveResourcesInfo().filter((name) => !/Timeout|Immediate|TTY|Pipe/.test(name))

  it.each([
    ['dns', 'https', () => new Promise<never>(() => {})],
    ['connect', 'https', async () => ['127.0.0.1']],
    ['tls', 'https', async () => ['127.0.0.1']],
    ['head', 'http', async () => ['127.0.0.1']],
    ['body', 'http', async () => ['127.0.0.1']]
  ] as const)('%s', async (phase, protocol, resolver) => {
    const reached: (() => void)[] = []
    const reach = (): void => reached.shift()?.()
    await using peer = await startRawPeer(
      (socket) => {
        if (phase === 'body') socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
        if (phase === 'head') reach()
      },
      () => (phase === 'tls' ? reach() : undefined)
    )
    const egress = openLoopback({ url: `${protocol}://localhost:${peer.port}/mcp`, bounds: { maxConnections: 8 } }, { resolver })
    await ask(egress, { signal: AbortSignal.abort(new Error('warm')) })
    const before = resources()
    const reason = new Error('enough')
    for (let run = 0; run < RUNS; run += 1) {
      const controller = new AbortController()
      const there = new Promise<void>((resolve) => reached.push(resolve))
      let settled = 0
      const exchange = egress
        .exchange({ endpoint: { connectionRef: 'c', endpointRef: 'mcp_connection' }, method: 'POST', headers: [], body: '{}', signal: controller.signal, onDispatch: () => {} }, { onHead: () => {}, onChunk: () => (reach(), true) })
        .then(() => 'resolved', (error: unknown) => error)
        .finally(() => (settled += 1))
      if (phase === 'dns' || phase === 'connect') {
        if (phase === 'connect') await Promise.resolve()
      } else await there
      controller.abort(reason)
      expect([await exchange, settled]).toEqual([reason, 1])
      reached.length = 0
    }
    await expect.poll(() => peer.open).toBe(0)
    await egress.close()
    await wait(1)
    await expect.poll(() => resources().length).toBeLessThanOrEqual(before.length)
  })
})
