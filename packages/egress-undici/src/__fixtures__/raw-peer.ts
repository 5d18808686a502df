import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A peer that writes bytes as it likes, once it has read the head of a request. */
export interface RawPeer {
  readonly url: string
  readonly port: number
  /** Connections that were opened so far, and those that are open. */
  readonly opened: number
  readonly open: number
  /** All that arrived, connection by connection. */
  readonly received: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * @param onRequest called with each request whose head is complete; `silent` peers are told of connections only
 * @param onConnection called when a connection opens
 */
export async function startRawPeer(onRequest: (socket: Socket, nth: number) => void, onConnection: (socket: Socket) => void = () => {}): Promise<RawPeer> {
  const sockets = new Set<Socket>()
  const received: string[] = []
  let requests = 0
  const server = createServer((socket) => {
    const nth = received.push('') - 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    let head = ''
    socket.on('data', (bytes) => {
      received[nth] += bytes.toString('latin1')
      head += bytes.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      head = ''
      onRequest(socket, (requests += 1))
    })
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    get opened() {
      return received.length
    },
    get open() {
      return sockets.size
    },
    received,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}

/** The text of a response with a body of a known length. */
export function response(body: string, ...headers: readonly string[]): string {
  return ['HTTP/1.1 200 OK', ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
}
