import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { Dispatcher } from 'undici'
import type { Destination } from '../destination/destination.ts'

/** One open connection of HTTP/1.1: one exchange at a time, and never another socket. */
export interface Connection {
  /** When it was opened, in milliseconds of the clock. */
  readonly openedAt: number
  /** Bytes that arrived so far. */
  readonly received: number
  /** The last request was answered before all of it left: what would come next waits behind it. */
  readonly isBehind: boolean
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
  /** Settles when the socket is gone. */
  destroy(): Promise<void>
}

export interface ConnectionWatch {
  /** More bytes arrived. */
  onBytes(received: number): void
  /** The socket is closed: the connection is of no more use. */
  onClosed(): void
}

/** How long a connection waits for its next exchange, in milliseconds. */
const KEEP_ALIVE_MS = 4_000

/**
 * A connection over a socket that is open already, by undici's `Client`. Not its pools: those connect when they like, to what
 * they look up. No HTTP/2, no pipelining, no time limits of undici's own: the deadline of an exchange is one for everything.
 */
export function createConnection(socket: Socket, { origin, bounds }: Destination, openedAt: number, watch: ConnectionWatch): Connection {
  let isTaken = false
  const client = new Client(origin, {
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: bounds.maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    connect(_target, callback) {
      // A second socket would be one that nobody checked.
      if (isTaken) return callback(new Error('The connection is over.'), null)
      isTaken = true
      // undici is in the middle of its queue.
      queueMicrotask(() => callback(null, socket))
    }
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // Before undici reads it: extensions of chunks and trailers are bytes, too, and undici does not count them.
  socket.on('readable', () => watch.onBytes(socket.bytesRead))
  // After undici's own listener: before it, undici takes the socket for open, and would wait for another such event.
  socket.once('close', () => queueMicrotask(() => watch.onClosed()))
  return {
    openedAt,
    get received() {
      return socket.bytesRead
    },
    get isBehind() {
      return socket.writableLength > 0
    },
    dispatch: (options, handler) => void client.dispatch(options, handler),
    async destroy() {
      const ended = client.destroy()
      socket.destroy()
      await ended
      await closed
    }
  }
}
