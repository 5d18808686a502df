import { connect as connectTcp, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Where to connect to. */
export interface SocketTarget {
  readonly protocol: string
  readonly hostname: string
  readonly port: string
}

export type SocketCallback = (...outcome: [error: null, socket: Socket] | [error: Error, socket: null]) => void

/** Opens sockets to one origin and remembers its TLS session. The returned socket can be destroyed at any time. */
export type SocketConnector = (target: SocketTarget, callback: SocketCallback) => Socket

/**
 * Our own connector, because undici keeps the socket to itself until it is connected: a peer that never answers the
 * handshake could then not be let go. `rejectUnauthorized` is explicit, so that no environment variable turns it off.
 */
export function createSocketConnector(): SocketConnector {
  let session: Buffer | undefined

  function openTls({ hostname, port }: SocketTarget): Socket {
    const socket = connectTls({
      host: hostname,
      port: port === '' ? 443 : Number(port),
      // RFC 6066, 3: no address in the server name.
      servername: isIP(hostname) === 0 ? hostname : '',
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...(session === undefined ? {} : { session })
    })
    return socket.on('session', (next: Buffer) => (session = next))
  }

  return (target, callback) => {
    const secure = target.protocol === 'https:'
    const socket = secure
      ? openTls(target)
      : connectTcp({ host: target.hostname, port: target.port === '' ? 80 : Number(target.port) })
    let told = false
    socket
      .setNoDelay(true)
      .setKeepAlive(true, 60_000)
      .once(secure ? 'secureConnect' : 'connect', () => {
        told = true
        callback(null, socket)
      })
      // Stays for the life of the socket: an error without a listener would end the process.
      .on('error', (error: Error) => {
        if (told) return
        told = true
        callback(error, null)
      })
    return socket
  }
}
