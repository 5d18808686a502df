import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { Dispatcher } from 'undici'
import { createSocketConnector } from './connect-socket.ts'

/** One HTTP/1.1 connection: at most one socket at a time, one exchange at a time. */
export interface Connection {
  /** The last request was answered before all of it left: what would come next waits behind it. */
  readonly isBehind: boolean
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
  /** Ends it in any phase, connecting included. Settles when the socket is gone. */
  destroy(): Promise<void>
}

/** @param onDisconnect its socket closed; without an exchange it is of no more use */
export type ConnectionOpener = (onDisconnect: () => void) => Connection

const MAX_HEADER_BYTES = 16 * 1024

/**
 * Connections to one origin over undici's `Client`. This module is loaded on first use: undici costs over 40 ms.
 * No HTTP/2, no pipelining, no time limits of undici's own: the signal of an exchange is its deadline, and 1xx responses
 * or a drip of bytes cannot extend that. Proxies of the environment have no effect on a client of our own.
 */
export function createConnectionOpener(origin: string): ConnectionOpener {
  const connectSocket = createSocketConnector()
  return (onDisconnect) => {
    let socket: Socket | null = null
    const client = new Client(origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (target, callback) => {
        socket = connectSocket(target, callback)
      }
    })
    client.on('disconnect', onDisconnect)
    return {
      get isBehind() {
        return socket !== null && socket.writableLength > 0
      },
      dispatch: (options, handler) => client.dispatch(options, handler),
      async destroy() {
        const gone = closeOf(socket)
        const ended = client.destroy()
        socket?.destroy()
        await ended
        await gone
      }
    }
  }
}

function closeOf(socket: Socket | null): Promise<void> {
  if (socket === null || socket.closed) return Promise.resolve()
  return new Promise((resolve) => socket.once('close', () => resolve()))
}
