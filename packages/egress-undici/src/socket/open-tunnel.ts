import type { Socket } from 'node:net'
import type { Destination } from '../destination/destination.ts'

/** A tunnel is granted in a few lines. */
const MAX_ANSWER_BYTES = 8 * 1024

/**
 * Asks an egress proxy for a tunnel to the reviewed name and port (RFC 9110, 9.3.6).
 * @returns when the proxy granted it; or rejects, and the socket is destroyed
 */
export function openTunnel(socket: Socket, { host, port }: Destination, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0)
    const end = (error: Error | null): void => {
      signal.removeEventListener('abort', abort)
      socket.off('readable', read).off('end', ended).off('error', end)
      if (error === null) return resolve()
      socket.destroy()
      reject(error)
    }
    const abort = (): void => end(signal.reason as Error)
    const ended = (): void => end(refusal('The proxy ended the connection.'))
    const read = (): void => {
      for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) answer = Buffer.concat([answer, chunk])
      const head = answer.indexOf('\r\n\r\n')
      if (head === -1) return answer.length > MAX_ANSWER_BYTES ? end(refusal('The proxy did not come to an end.')) : undefined
      // Nothing may follow: the other side speaks only after our hello.
      const isGranted = /^HTTP\/1\.[01] 2\d\d(?: |\r)/.test(answer.toString('latin1', 0, head)) && answer.length === head + 4
      end(isGranted ? null : refusal('The proxy refused.'))
    }
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    socket.on('readable', read).once('end', ended).once('error', end)
    const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
    socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`)
  })
}

function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNREFUSED' })
}
