// What holds below TLS has to hold above it: the connection that production uses, and what a peer may say over it.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { inspect } from 'node:util'
import type { EgressBounds, EgressTransport } from '@b10x/ports'
import { createCertificateAuthority } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { KEY, ask, openLoopback } from '../__fixtures__/ask.ts'
import { response, startRawPeer } from '../__fixtures__/raw-peer.ts'

interface SecurePeer extends AsyncDisposable {
  readonly egress: EgressTransport
  /** Requests that arrived, whole. */
  readonly requests: readonly string[]
  readonly opened: number
}

async function startSecurePeer(onRequest: (socket: TLSSocket, request: string) => void, bounds: Partial<EgressBounds> = {}): Promise<SecurePeer> {
  const authority = await createCertificateAuthority()
  const sockets = new Set<TLSSocket>()
  const requests: string[] = []
  const server = createServer(await authority.issue({ names: ['api.test'] }), (socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.on('data', (bytes) => onRequest(socket, requests[requests.push(bytes.toString('latin1')) - 1] ?? ''))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `https://api.test:${(server.address() as AddressInfo).port}/mcp`
  const egress = openLoopback({ url, certificateAuthority: authority.certificate, bounds }, { resolver: async () => ['127.0.0.1'] })
  return {
    egress,
    requests,
    get opened() {
      return sockets.size
    },
    async [Symbol.asyncDispose]() {
      await egress.close()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}

describe('over TLS', () => {
  it.each([300, 301, 302, 303, 305, 307, 308, 399])('E-37: a redirect of status %i reaches no second host', async (status) => {
    await using other = await startRawPeer(() => {})
    await using peer = await startSecurePeer((socket) => void socket.write(`HTTP/1.1 ${status} There\r\nlocation: ${other.url}\r\ncontent-length: 0\r\n\r\n`))
    expect(await ask(peer.egress)).toMatchObject({ status: null, outcome: { code: 'redirect_denied', details: { status } } })
    expect([peer.requests.length, other.opened]).toEqual([1, 0])
  })

  it('E-45: an extension of a chunk counts', async () => {
    const maxWireBytes = 32 * 1024
    await using peer = await startSecurePeer((socket) => void socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}`), { maxWireBytes })
    expect((await ask(peer.egress)).outcome).toMatchObject({ code: 'egress_bound_exceeded', details: { bound: 'maxWireBytes', limit: maxWireBytes, maybeDelivered: true } })
  })

  it('E-45: each response counts alone, however old its connection is', async () => {
    await using peer = await startSecurePeer((socket) => void socket.write(response('x'.repeat(6_000))), { maxWireBytes: 8_000 })
    for (let nth = 0; nth < 10; nth += 1) expect((await ask(peer.egress)).outcome).toBe('resolved')
    expect([peer.requests.length, peer.opened]).toEqual([10, 1])
  })

  it('E-51: a request that the peer cuts off is not repeated, nor is the next one after it lost', async () => {
    let answers = false
    await using peer = await startSecurePeer((socket) => void (answers ? socket.write(response('ok')) : socket.destroy()))
    expect(await ask(peer.egress)).toMatchObject({ dispatched: 1, outcome: { code: 'egress_unreachable', details: { reason: 'reset', maybeDelivered: true } } })
    answers = true
    expect(await ask(peer.egress)).toMatchObject({ dispatched: 1, text: 'ok' })
    expect(peer.requests.length).toBe(2)
  })

  it.each([
    ['two lengths', (echo: string) => `HTTP/1.1 200 ${echo}\r\ncontent-length: 1\r\ncontent-length: 2\r\nx: ${echo}\r\n\r\nab`],
    ['no HTTP', (echo: string) => `${echo}\r\n\r\n`],
    ['a coding', (echo: string) => `HTTP/1.1 200 OK\r\ncontent-encoding: ${echo}\r\nx: ${echo}\r\ncontent-length: 2\r\n\r\nab`],
    ['a redirect', (echo: string) => `HTTP/1.1 302 ${echo}\r\nlocation: https://other.test/?${echo}\r\ncontent-length: 0\r\n\r\n`],
    ['a head over its bound', (echo: string) => `HTTP/1.1 200 OK\r\nx: ${echo.repeat(2_000)}\r\n\r\n`],
    ['an end in the middle', (echo: string) => `HTTP/1.1 200 OK\r\nx: ${echo}\r\ncontent-length: 9\r\n\r\n`]
  ])('a refusal keeps nothing of a peer that echoes the credential in %s, not even in its cause', async (_title, answer) => {
    const canary = 'canary0123456789'
    await using peer = await startSecurePeer((socket, request) => void socket.end(answer(/Bearer (\w+)/.exec(request)?.[1] ?? '')))
    const error = await peer.egress
      .exchange(
        { endpoint: KEY, method: 'POST', headers: [['authorization', `Bearer ${canary}`]], body: '{}', signal: new AbortController().signal, onDispatch: () => undefined },
        { onHead: () => undefined, onChunk: () => true }
      )
      .then(() => null, (failure: unknown) => failure)
    expect(peer.requests[0]).toContain(canary)
    expect(error).toMatchObject({ code: expect.stringMatching(/^(egress_|redirect_denied)/) as unknown })
    const { cause, stack } = error as Error
    const shown = [error, cause, stack, JSON.stringify(error)].map((part) => inspect(part, { depth: 9, showHidden: true })).join('\n')
    expect(shown).not.toContain(canary)
    expect(shown).not.toContain(Buffer.from(canary).toString('hex').match(/../g)?.join(' '))
  })
})
