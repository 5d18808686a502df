import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface LoopbackServer {
  readonly url: string
  /** Resolves when no client holds a connection. */
  idle(): Promise<void>
  /** Ends every connection and stops listening. */
  close(): Promise<void>
}

/** Serves `/mcp` on 127.0.0.1, on a port that the system chooses. */
export async function listenOnLoopback(handle: RequestListener): Promise<LoopbackServer> {
  const sockets = new Map<Socket, Promise<void>>()
  const server = createServer(handle)
  // Longer than any test: a connection that a client has not closed stays.
  server.keepAliveTimeout = 120_000
  server.on('connection', (socket) => {
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        sockets.delete(socket)
        resolve()
      })
    })
    sockets.set(socket, closed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async idle() {
      await Promise.all(sockets.values())
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    }
  }
}
