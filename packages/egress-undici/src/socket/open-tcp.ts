import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { classifyAddress } from '../destination/classify-address.ts'

/**
 * Connects to an address, never to a name.
 * @returns a socket whose other end has that address, with a listener for errors; or rejects with the error of the system or
 *   the reason of the signal, and nothing is left open
 */
export function openTcp(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const socket = connect({ host: address, port })
    const abort = (): void => void socket.destroy(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    socket.setNoDelay(true).setKeepAlive(true, 60_000)
    // Stays for the life of the socket: an error without a listener would end the process.
    socket.on('error', (error) => {
      signal.removeEventListener('abort', abort)
      reject(error)
    })
    socket.once('connect', () => {
      signal.removeEventListener('abort', abort)
      if (classifyAddress(socket.remoteAddress ?? '').address === address) resolve(socket)
      else socket.destroy(new Error('The socket has another peer than was dialled.'))
    })
  })
}
