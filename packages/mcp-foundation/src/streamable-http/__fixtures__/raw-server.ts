import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { SelfSigned } from './self-signed.ts'

/** One request as it came in. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** From 0, over all connections. */
  readonly index: number
}

/** A server on loopback whose answers are bytes written by hand. */
export interface RawServer {
  readonly url: string
  readonly port: number
  readonly requests: readonly RawRequest[]
  /** All connections ever accepted. */
  readonly sockets: readonly Socket[]
  /** Resolves when no accepted connection is open. */
  quiet(): Promise<void>
}

export type Respond = (socket: Socket, request: RawRequest) => void

/** Ends with the test. */
export async function startRawServer(respond: Respond, tls?: SelfSigned): Promise<RawServer> {
  const requests: RawRequest[] = []
  const sockets: Socket[] = []
  const accept = (socket: Socket): void => {
    sockets.push(socket)
    socket.on('error', () => {})
    let held = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk])
      for (let parsed = parseRequest(held, requests.length); parsed !== null; parsed = parseRequest(held, requests.length)) {
        held = held.subarray(parsed.length)
        requests.push(parsed.request)
        respond(socket, parsed.request)
      }
    })
  }
  const server: Server = tls === undefined ? createServer(accept) : createTlsServer({ key: tls.key, cert: tls.certificate }, accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    const closed = once(server, 'close')
    server.close()
    await closed
  })
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/mcp`,
    port,
    requests,
    sockets,
    async quiet() {
      await Promise.all(sockets.map(closeOf))
    }
  }
}

/** Not `once`: that one rejects when the client resets the connection. */
export function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))
}

function parseRequest(bytes: Buffer, index: number): { request: RawRequest; length: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const [method = '', path = ''] = requestLine.split(' ')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
  )
  const length = headEnd + 4 + Number(headers['content-length'] ?? 0)
  if (bytes.length < length) return null
  return { request: { method, path, headers, body: bytes.toString('utf8', headEnd + 4, length), index }, length }
}

/** A complete response with a length. */
export function response(status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array = ''): Buffer {
  const bytes = Buffer.from(body)
  const lines = Object.entries({ ...headers, 'content-length': String(bytes.length) }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join('')}\r\n`, 'latin1'), bytes])
}

export function json(body: string | Uint8Array, status = 200): Buffer {
  return response(status, { 'content-type': 'application/json' }, body)
}

/** The head of an event stream in chunked coding. */
export const STREAM_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'
export const LAST_CHUNK = '0\r\n\r\n'

export function chunk(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

/** A whole event stream. */
export function events(content: string): Buffer {
  return Buffer.concat([Buffer.from(STREAM_HEAD), chunk(content), Buffer.from(LAST_CHUNK)])
}

/** A JSON-RPC result for the request in a body. */
export function resultFor(request: RawRequest, value = '{"ok":true}'): string {
  const { id } = JSON.parse(request.body) as { id: number }
  return `{"jsonrpc":"2.0","id":${id},"result":${value}}`
}
