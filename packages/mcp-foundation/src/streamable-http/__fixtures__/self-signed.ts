import { generateKeyPairSync, sign } from 'node:crypto'

/** A key and a certificate that signs itself, both in PEM, for 127.0.0.1 and localhost. Made anew for each test. */
export interface SelfSigned {
  readonly key: string
  readonly certificate: string
}

export interface CertificateFacts {
  /** The one name beside no address at all. Default: localhost, with 127.0.0.1. */
  readonly name?: string
  /** GeneralizedTime, to the second. Default: the end of 2099. */
  readonly until?: string
}

/** X.509 v3 in DER by hand (RFC 5280), because node can read certificates but not make them. */
export function makeSelfSigned({ name: host, until = '20991231235959Z' }: CertificateFacts = {}): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = tagged(0x30, Buffer.from('06082a8648ce3d040302', 'hex')) // ecdsa-with-SHA256
  const name = tagged(0x30, tagged(0x31, tagged(0x30, Buffer.from('0603550403', 'hex'), tagged(0x0c, Buffer.from('throw-away')))))
  const validity = tagged(0x30, tagged(0x17, Buffer.from('200101000000Z')), tagged(0x18, Buffer.from(until)))
  const address = host === undefined ? [tagged(0x87, Buffer.from([127, 0, 0, 1]))] : []
  const names = tagged(0x30, tagged(0x82, Buffer.from(host ?? 'localhost')), ...address)
  const extension = tagged(0x30, Buffer.from('0603551d11', 'hex'), tagged(0x04, names)) // subjectAltName
  const body = tagged(
    0x30,
    tagged(0xa0, Buffer.from('020102', 'hex')),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, tagged(0x30, extension))
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = tagged(0x30, body, algorithm, tagged(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
  }
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
