// Servers that answer in order to mislead, to exhaust or to hold on. Numbers as in docs/security-cases.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expectCode } from '@b10x/testkit'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openChannel, wireRequest } from './__fixtures__/open-fixture.ts'
import { STREAM_HEAD, chunk, closeOf, json, response, resultFor, startRawServer } from './__fixtures__/raw-server.ts'
import { makeSelfSigned } from './__fixtures__/self-signed.ts'

vi.setConfig({ testTimeout: 60_000 })

const OK = '{"jsonrpc":"2.0","id":7,"result":{"ok":true}}'
const JSON_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const ENOUGH = new Error('enough')

/** Writes a part again and again, as fast as it is taken, until the socket is gone; `onPart` counts them. */
function flood(socket: Socket, part: string | Uint8Array, onPart: (written: number) => void = () => {}): void {
  let written = 0
  const write = (): void => {
    if (socket.destroyed) return
    written += 1
    onPart(written)
    // One part a turn, so that the client in this process gets its turns, too.
    if (socket.write(part)) setImmediate(write)
    else socket.once('drain', write)
  }
  write()
}

/** Outcomes of one call to each address, from a process that trusts the authorities. */
async function callTrusting(authorities: readonly string[], urls: readonly string[]): Promise<readonly unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'b10x-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const bundle = join(folder, 'authorities.pem')
  writeFileSync(bundle, authorities.join(''))
  const script = fileURLToPath(new URL('__fixtures__/call-each.ts', import.meta.url))
  const child = spawn(process.execPath, ['-C', '@b10x/source', script, ...urls], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: bundle },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return (JSON.parse(await text(child.stdout)) as { readonly outcomes: readonly unknown[] }).outcomes
}

it('E-33, E-34: a certificate for another name, an expired one and TLS 1.1 get no byte of a request, whoever vouches for them', async () => {
  const [right, other, old] = [makeSelfSigned(), makeSelfSigned({ name: 'other.test' }), makeSelfSigned({ until: '20240101000000Z' })]
  const servers = []
  for (const identity of [right, other, old]) {
    servers.push(await startRawServer((socket, request) => socket.write(json(resultFor(request))), identity))
  }
  const outdated = createTlsServer({
    key: right.key, cert: right.certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0'
  })
  let secured = 0
  outdated.on('secureConnection', () => (secured += 1)).on('tlsClientError', () => {}).listen(0, '127.0.0.1')
  onTestFinished(() => void outdated.close())
  await once(outdated, 'listening')
  const urls = [...servers.map(({ url }) => url), `https://127.0.0.1:${(outdated.address() as AddressInfo).port}/`]
  const outcomes = await callTrusting([right, other, old].map(({ certificate }) => certificate), urls)
  expect(outcomes[0]).toBe('result')
  expect(outcomes.slice(1)).toMatchObject(Array(3).fill({ code: 'endpoint_unreachable', details: { reason: 'tls' } }))
  expect([servers.map(({ requests }) => requests.length), secured]).toEqual([[1, 0, 0], 0])
})

it('E-37: a Refresh header leads nowhere', async () => {
  const other = await startRawServer((socket) => socket.write(json(OK)))
  const headers = { 'content-type': 'application/json', refresh: `0; url=${other.url}`, link: `<${other.url}>; rel=preload` }
  const server = await startRawServer((socket) => socket.write(response(200, headers, OK)))
  expect((await (await openChannel(server.url)).request(wireRequest())).status).toBe(200)
  expect(other.sockets).toHaveLength(0)
})

it('E-40: a body that ends with the connection, of HTTP/1.0, is cut at its bound', async () => {
  const server = await startRawServer((socket) => {
    socket.write('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n')
    flood(socket, ' '.repeat(1_000))
  })
  const channel = await openChannel(server.url, { bounds: { maxMessageBytes: 10_000 } })
  const { details } = await expectCode(channel.request(wireRequest()), 'bound_exceeded')
  expect(details).toMatchObject({ bound: 'maxMessageBytes', limit: 10_000 })
  await server.quiet()
})

const MUCH = Buffer.alloc(8 * 1024 * 1024)
it.each([
  ['gzip', gzipSync(MUCH)],
  ['br', brotliCompressSync(MUCH)],
  ['gzip, gzip', gzipSync(gzipSync(MUCH))],
  [Array(100).fill('gzip').join(', '), gzipSync(MUCH)],
  ['zstd', Buffer.from('28b52ffd', 'hex')]
])('E-41: nothing that is coded is decoded: %s', async (coding, body) => {
  const server = await startRawServer((socket) => socket.write(response(200, { 'content-type': 'application/json', 'content-encoding': coding }, body)))
  const { details } = await expectCode((await openChannel(server.url)).request(wireRequest()), 'response_invalid')
  expect(details).toEqual({ reason: 'content_encoding', status: 200 })
})

it('E-41: coded bytes that do not say so are no JSON', async () => {
  const server = await startRawServer((socket) => socket.write(json(gzipSync(OK))))
  expect((await expectCode((await openChannel(server.url)).request(wireRequest()), 'message_invalid')).details).toMatchObject({ reason: 'not_utf8' })
})

it.each([
  ['10 000 small headers', `${JSON_HEAD}${'a: b\r\n'.repeat(10_000)}`],
  ['a header line that never ends', `${JSON_HEAD}x-long: ${'x'.repeat(100_000)}`],
  ['a header name that never ends', `${JSON_HEAD}${'x'.repeat(100_000)}`],
  ['trailers without end (E-45)', `${JSON_HEAD}transfer-encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(10_000)}`]
])('E-42: refuses %s', async (_name, bytes) => {
  const server = await startRawServer((socket) => socket.write(bytes))
  await expectCode((await openChannel(server.url)).request(wireRequest()), 'endpoint_unreachable')
  await server.quiet()
})

it('E-44: a body that drips ends with the signal of the call, not with its last byte', async () => {
  const controller = new AbortController()
  const server = await startRawServer((socket) => {
    socket.write(`${JSON_HEAD}content-length: 100000\r\n\r\n`)
    flood(socket, ' ', (written) => written === 20 && controller.abort(ENOUGH))
  })
  await expect((await openChannel(server.url)).request(wireRequest({ signal: controller.signal }))).rejects.toBe(ENOUGH)
  await server.quiet()
})

it('E-45: a chunk extension without end ends with the signal of the call and is kept nowhere', async () => {
  const controller = new AbortController()
  const before = process.memoryUsage().rss
  const server = await startRawServer((socket) => {
    socket.write(`${JSON_HEAD}transfer-encoding: chunked\r\n\r\n1;a=`)
    const part = Buffer.alloc(64 * 1024, 'x')
    flood(socket, part, (written) => written === 6_400 && controller.abort(ENOUGH))
  })
  const outcome = (await openChannel(server.url)).request(wireRequest({ signal: controller.signal }))
  await expect(outcome).rejects.toBe(ENOUGH)
  await server.quiet()
  // 400 MiB went by; what is collected late is not what is kept.
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
})

it('E-52: an answer that comes before the request was read whole is an answer', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    // Reads the start, answers, and never reads the rest.
    socket.once('data', () => {
      socket.pause()
      socket.write(`HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  const channel = await openChannel(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  const request = { ...wireRequest(), body: `{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":"${'a'.repeat(16_000_000)}"}}` }
  expect((await expectCode(channel.request(request), 'http_status_unexpected')).details).toEqual({ status: 413 })
  await channel.close()
  for (const socket of sockets) socket.resume()
  await Promise.all(sockets.map(closeOf))
})

it('E-53: an id with NUL, a huge retry and a mark at the start mislead nobody, and a line without end is cut', async () => {
  const start = `\ufeffid: a\0b\nretry: ${'9'.repeat(400)}\n\n`
  const good = await startRawServer((socket) => socket.write(Buffer.concat([Buffer.from(STREAM_HEAD), chunk(`${start}data: ${OK}\n\n`)])))
  expect((await (await openChannel(good.url)).request(wireRequest())).message).toMatchObject({ kind: 'result' })
  const endless = await startRawServer((socket) => {
    socket.write(STREAM_HEAD)
    flood(socket, chunk('x'.repeat(10_000)))
  })
  const channel = await openChannel(endless.url, { bounds: { maxSseEventBytes: 100_000 } })
  expect((await expectCode(channel.request(wireRequest()), 'bound_exceeded')).details).toMatchObject({ bound: 'maxSseEventBytes', limit: 100_000 })
  await endless.quiet()
})
