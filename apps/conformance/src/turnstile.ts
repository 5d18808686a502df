/**
 * The suite starts all clients of a set at once. On a busy machine they and the suite hold each other up for longer than
 * its servers keep a connection open, and its clock runs on. So they go one after the other, in the order of arrival.
 */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** Names the port to a client. */
export const TURNSTILE = 'B10X_CONFORMANCE_TURNSTILE'

export interface Turnstile extends AsyncDisposable {
  readonly port: number
}

export async function openTurnstile(): Promise<Turnstile> {
  const present = new Set<Socket>()
  let inside: Socket | undefined
  const admit = (): void => {
    if (inside !== undefined) return
    ;[inside] = present
    inside?.write('.')
  }
  const server = createServer((socket) => {
    present.add(socket)
    // A client that was ended leaves like any other.
    socket.on('error', () => {})
    socket.resume()
    socket.once('close', () => {
      present.delete(socket)
      if (socket === inside) inside = undefined
      admit()
    })
    admit()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of present) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
}

/** Waits for the turn of this process, which lasts until it ends. */
export async function takeTurn(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'data')
  socket.unref()
}
