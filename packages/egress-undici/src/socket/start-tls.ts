import type { Socket } from 'node:net'
import { connect, createSecureContext, rootCertificates } from 'node:tls'
import type { SecureContext, TLSSocket } from 'node:tls'
import type { Destination } from '../destination/destination.ts'

/** Made when first needed: parsing the certificates that Node brings takes some ten milliseconds. */
let contextOfNode: SecureContext | null = null
const contexts = new Map<string, SecureContext>()

/**
 * TLS 1.2 or later to the reviewed name, HTTP/1.1 alone. Everything is explicit, so that no variable of the environment
 * (`NODE_TLS_REJECT_UNAUTHORIZED`, `NODE_EXTRA_CA_CERTS`) decides whom we trust.
 * @returns the secured socket; or rejects with the error of TLS or the reason of the signal, and `socket` is destroyed
 */
export function startTls(socket: Socket, { host, isLiteral, certificateAuthority }: Destination, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      socket.destroy()
      return reject(signal.reason as Error)
    }
    const secured = connect({
      socket,
      // An address is no server name (RFC 6066, 3); it is looked for in the certificate all the same.
      host,
      servername: isLiteral ? '' : host,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      secureContext: contextFor(certificateAuthority)
    })
    const abort = (): void => void secured.destroy(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    secured.on('error', (error) => {
      signal.removeEventListener('abort', abort)
      socket.destroy()
      reject(error)
    })
    // A peer that ends the connection within the handshake, without an alert.
    secured.once('close', () => reject(Object.assign(new Error('The handshake did not end.'), { code: 'ECONNRESET' })))
    secured.once('secureConnect', () => {
      signal.removeEventListener('abort', abort)
      resolve(secured)
    })
  })
}

function contextFor(certificateAuthority: string | null): SecureContext {
  if (certificateAuthority === null) {
    contextOfNode ??= createSecureContext({ ca: [...rootCertificates], minVersion: 'TLSv1.2' })
    return contextOfNode
  }
  const context = contexts.get(certificateAuthority) ?? createSecureContext({ ca: certificateAuthority, minVersion: 'TLSv1.2' })
  contexts.set(certificateAuthority, context)
  return context
}
