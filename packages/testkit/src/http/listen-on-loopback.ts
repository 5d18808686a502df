import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A plain HTTP server on 127.0.0.1, on a port that the system chose. */
export interface Listening {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Connections that are open now. */
  openSockets(): number
  /** Connections that were ever opened. */
  socketsOpened(): number
  /** Ends every connection and stops listening. Idempotent. */
  close(): Promise<void>
}

/** @param serve answers one request; its rejection ends the response */
export async function listenOnLoopback(
  serve: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>
): Promise<Listening> {
  const sockets = new Set<Socket>()
  let opened = 0
  const server = createServer((incoming, response) => {
    response.on('error', () => response.destroy())
    serve(incoming, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  server.keepAliveTimeout = 0
  server.on('connection', (socket) => {
    sockets.add(socket)
    opened += 1
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    openSockets: () => sockets.size,
    socketsOpened: () => opened,
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    }
  }
}
