// Names, certificates and tunnels, over real TLS with an authority of the test's own.
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket, TlsOptions } from 'node:tls'
import { createCertificateAuthority } from '@b10x/testkit'
import type { IssueOptions } from '@b10x/testkit'
import type { EndpointBinding } from '@b10x/egress-undici'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ask, openLoopback } from '../__fixtures__/ask.ts'
import type { Asked } from '../__fixtures__/ask.ts'
import { startRawPeer } from '../__fixtures__/raw-peer.ts'

interface SecureServer {
  readonly port: number
  readonly requests: number
  /** Server names and protocols as clients asked for them. */
  readonly asked: readonly { readonly name: unknown; readonly alpn: unknown }[]
}

let authority: Awaited<ReturnType<typeof createCertificateAuthority>>
beforeAll(async () => {
  authority = await createCertificateAuthority()
})

async function startSecure(issued: IssueOptions, options: TlsOptions & { readonly by?: typeof authority } = {}): Promise<SecureServer> {
  const { by = authority, ...tls } = options
  const asked: { name: unknown; alpn: unknown }[] = []
  let requests = 0
  const server = createServer({ ...(await by.issue(issued)), ...tls }, (_request, response) => {
    requests += 1
    response.end('ok')
  })
  server.on('secureConnection', (socket: TLSSocket & { readonly servername?: unknown }) => asked.push({ name: socket.servername, alpn: socket.alpnProtocol }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    get requests() {
      return requests
    }
  }
}

interface Reach extends Partial<EndpointBinding> {
  readonly answers?: readonly (readonly string[])[]
}

/** One exchange with `https://<host>:<port>/`, where names lead to what `answers` says, look-up by look-up. */
async function reach(host: string, port: number, { answers = [['127.0.0.1']], ...binding }: Reach = {}): Promise<Asked & { readonly lookups: readonly string[] }> {
  const lookups: string[] = []
  const resolver = async (name: string): Promise<readonly string[]> => answers[Math.min(lookups.push(name), answers.length) - 1] ?? []
  const egress = openLoopback({ url: `https://${host}:${port}/`, certificateAuthority: authority.certificate, ...binding }, { resolver })
  try {
    return { ...(await ask(egress)), lookups }
  } finally {
    await egress.close()
  }
}

const TLS_REFUSED = { code: 'egress_unreachable', details: { phase: 'tls', reason: 'tls', maybeDelivered: false } }

describe('TLS', () => {
  it('is against the reviewed name, at the address that was checked, and speaks HTTP/1.1', async () => {
    const server = await startSecure({ names: ['api.test'] })
    expect(await reach('api.test', server.port)).toMatchObject({ outcome: 'resolved', text: 'ok', lookups: ['api.test'] })
    expect(server.asked).toEqual([{ name: 'api.test', alpn: 'http/1.1' }])
  })

  it('to an address has no server name, and looks for the address in the certificate', async () => {
    const server = await startSecure({ names: ['api.test'], addresses: ['127.0.0.1'] })
    expect(await reach('127.0.0.1', server.port)).toMatchObject({ outcome: 'resolved', lookups: [] })
    expect(server.asked).toEqual([{ name: false, alpn: 'http/1.1' }])
    const other = await startSecure({ names: ['127.0.0.1.test'] })
    expect((await reach('127.0.0.1', other.port)).outcome).toEqual(TLS_REFUSED)
  })

  it('E-33: refuses a certificate of another name, and sends nothing', async () => {
    const server = await startSecure({ names: ['other.test'] })
    expect(await reach('api.test', server.port)).toMatchObject({ dispatched: 0, outcome: TLS_REFUSED })
    expect(server.requests).toBe(0)
  })

  const DAY_MS = 86_400_000
  it.each<[string, IssueOptions]>([
    ['expired', { names: ['api.test'], notBefore: new Date(Date.now() - 2 * DAY_MS), notAfter: new Date(Date.now() - DAY_MS) }],
    ['not yet valid', { names: ['api.test'], notBefore: new Date(Date.now() + DAY_MS), notAfter: new Date(Date.now() + 2 * DAY_MS) }],
    ['for another use', { names: ['api.test'], usage: 'client' }],
    ['its own authority', { names: ['api.test'], isSelfSigned: true }]
  ])('E-34: refuses a certificate that is %s', async (_title, issued) => {
    const server = await startSecure(issued)
    expect((await reach('api.test', server.port)).outcome).toEqual(TLS_REFUSED)
    expect(server.requests).toBe(0)
  })

  it('E-34: refuses an authority that the review does not name, the public ones included', async () => {
    const server = await startSecure({ names: ['api.test'] }, { by: await createCertificateAuthority() })
    expect((await reach('api.test', server.port)).outcome).toEqual(TLS_REFUSED)
    const egress = openLoopback({ url: `https://api.test:${server.port}/` }, { resolver: async () => ['127.0.0.1'] })
    expect((await ask(egress)).outcome).toEqual(TLS_REFUSED)
    await egress.close()
    expect(server.requests).toBe(0)
  })

  it.each(['TLSv1', 'TLSv1.1'] as const)('E-34: refuses %s', async (version) => {
    const server = await startSecure({ names: ['api.test'] }, { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' })
    expect((await reach('api.test', server.port)).outcome).toMatchObject({ code: 'egress_unreachable', details: { phase: 'tls', maybeDelivered: false } })
    expect(server.requests).toBe(0)
  })
})

describe('a look-up', () => {
  it.each([
    ['a public and a private answer', ['1.1.1.1', '10.0.0.1'], 'private'],
    ['a public IPv4 and a private IPv6 answer', ['1.1.1.1', 'fd00::1'], 'private'],
    ['fifty answers with a private one last', [...Array.from({ length: 49 }, (_, index) => `1.1.1.${index}`), '192.168.0.1'], 'private'],
    ['a chain that ends in a metadata service', ['169.254.169.254'], 'metadata'],
    ['a link-local answer', ['fe80::1'], 'link_local'],
    ['an answer that is no address', ['localhost'], 'special'],
    ['more answers than anybody has', Array.from({ length: 65 }, (_, index) => `1.1.1.${index}`), 'special'],
    ['no answer', [], 'none']
  ])('E-31: %s refuses the exchange', async (_title, answers, reason) => {
    expect(await reach('api.test', 1, { answers: [answers] })).toMatchObject({ dispatched: 0, outcome: { code: 'address_denied', details: { reason } } })
  })

  it('E-31: loopback is refused without the switch', async () => {
    const server = await startSecure({ names: ['api.test'] })
    const { createEgress } = await import('@b10x/egress-undici')
    const key = { connectionRef: 'c', endpointRef: 'mcp_connection' }
    const egress = createEgress({ endpoints: [{ ...key, url: `https://api.test:${server.port}/`, ports: [server.port] }], resolver: async () => ['127.0.0.1'], onWarning: () => {} })
    expect((await ask(egress)).outcome).toEqual({ code: 'address_denied', details: { reason: 'loopback' } })
    await egress.close()
  })

  it('E-32: happens once, and what was checked is dialled', async () => {
    const server = await startSecure({ names: ['api.test'] })
    expect(await reach('api.test', server.port, { answers: [['127.0.0.1'], ['10.0.0.1']] })).toMatchObject({ outcome: 'resolved', lookups: ['api.test'] })
  })

  it('E-32: happens again for the next connection, which is refused where it leads elsewhere now', async () => {
    const server = await startSecure({ names: ['api.test'] })
    let lookups = 0
    const time = { now: () => now }
    let now = 0
    const egress = openLoopback({ url: `https://api.test:${server.port}/`, certificateAuthority: authority.certificate }, { clock: time, resolver: async () => ((lookups += 1) === 1 ? ['127.0.0.1'] : ['10.0.0.1']) })
    expect([(await ask(egress)).outcome, (await ask(egress)).outcome, lookups]).toEqual(['resolved', 'resolved', 1])
    now = 60_000
    expect([(await ask(egress)).outcome, lookups]).toEqual([{ code: 'address_denied', details: { reason: 'private' } }, 2])
    await egress.close()
  })

  it('a failure is one', async () => {
    const failing = openLoopback({ url: 'https://api.test:1/' }, { resolver: () => Promise.reject(new Error('no')) })
    expect((await ask(failing)).outcome).toEqual({ code: 'egress_unreachable', details: { phase: 'dns', reason: 'dns', maybeDelivered: false } })
    await failing.close()
  })

  it('another address is tried where the first does not take connections', async () => {
    const server = await startSecure({ names: ['api.test'] })
    expect((await reach('api.test', server.port, { answers: [['127.0.0.9', '127.0.0.1']] })).outcome).toBe('resolved')
  })

  it('of the system finds localhost', async () => {
    const server = await startSecure({ names: ['localhost'] })
    const egress = openLoopback({ url: `https://localhost:${server.port}/`, certificateAuthority: authority.certificate })
    expect((await ask(egress)).outcome).toBe('resolved')
    await egress.close()
  })
})

describe('an egress proxy that the review names', () => {
  it('is asked for a tunnel to the reviewed name, and TLS ends at the destination', async () => {
    const server = await startSecure({ names: ['api.test'] })
    const { connect } = await import('node:net')
    await using proxy = await startRawPeer((socket) => {
      const upstream = connect(server.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        socket.pipe(upstream).pipe(socket)
      }).on('error', () => socket.destroy())
      socket.on('close', () => upstream.destroy())
    })
    const answered = await reach('api.test', 443, { url: 'https://api.test/', proxy: { url: `http://127.0.0.1:${proxy.port}` } })
    expect(answered).toMatchObject({ outcome: 'resolved', text: 'ok', lookups: [] })
    expect(proxy.received[0]).toMatch(/^CONNECT api\.test:443 HTTP\/1\.1\r\nhost: api\.test:443\r\n\r\n/)
    expect(server.asked).toMatchObject([{ name: 'api.test' }])
  })

  it.each([
    ['a metadata service among its addresses', ['127.0.0.1', '169.254.169.254'], 'metadata'],
    ['an address that carries another one', ['64:ff9b::a9fe:a9fe'], 'special'],
    ['no address', [], 'none']
  ])('with %s is not dialled', async (_title, answers, reason) => {
    await using proxy = await startRawPeer(() => {})
    const { outcome, lookups } = await reach('api.test', 443, { url: 'https://api.test/', proxy: { url: `http://proxy.test:${proxy.port}` }, answers: [answers] })
    expect([outcome, lookups]).toEqual([{ code: 'address_denied', details: { reason } }, ['proxy.test']])
    expect(proxy.opened).toBe(0)
  })

  it('that keeps silent is the end at the deadline', async () => {
    await using proxy = await startRawPeer(() => {})
    const { outcome } = await reach('api.test', 443, { url: 'https://api.test/', proxy: { url: `http://proxy.test:${proxy.port}` }, bounds: { exchangeDeadlineMs: 50 } })
    expect(outcome).toEqual({ code: 'egress_timeout', details: { phase: 'connect', limit: 50, maybeDelivered: false } })
    expect(proxy.opened).toBe(1)
    await expect.poll(() => proxy.open).toBe(0)
  })

  it('that hands over to somebody else is found out by the certificate', async () => {
    const server = await startSecure({ names: ['other.test'] })
    const { connect } = await import('node:net')
    await using proxy = await startRawPeer((socket) => {
      const upstream = connect(server.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        socket.pipe(upstream).pipe(socket)
      }).on('error', () => socket.destroy())
      socket.on('close', () => upstream.destroy())
    })
    expect(await reach('api.test', 443, { url: 'https://api.test/', proxy: { url: `http://127.0.0.1:${proxy.port}` } })).toMatchObject({ dispatched: 0, outcome: TLS_REFUSED })
    expect(server.requests).toBe(0)
  })

  it.each([
    ['refuses', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'refused'],
    ['says more than it was asked', 'HTTP/1.1 200 OK\r\n\r\nhello', 'refused'],
    ['never comes to an end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(2_000)}`, 'refused'],
    ['speaks something else', 'SSH-2.0\r\n\r\n', 'refused']
  ])('that %s is the end', async (_title, answer, reason) => {
    await using proxy = await startRawPeer((socket) => void socket.write(answer))
    const { outcome } = await reach('api.test', 443, { url: 'https://api.test/', proxy: { url: `http://127.0.0.1:${proxy.port}` } })
    expect(outcome).toEqual({ code: 'egress_unreachable', details: { phase: 'connect', reason, maybeDelivered: false } })
    await expect.poll(() => proxy.open).toBe(0)
  })
})
