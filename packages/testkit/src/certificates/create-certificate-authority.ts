import 'reflect-metadata'
import { X509CertificateGenerator, BasicConstraintsExtension, ExtendedKeyUsage, ExtendedKeyUsageExtension, KeyUsageFlags, KeyUsagesExtension, PemConverter, SubjectAlternativeNameExtension } from '@peculiar/x509'
import type { X509Certificate } from '@peculiar/x509'

/** What a server shows, as `node:tls` and `node:https` take it. */
export interface ServerIdentity {
  /** PEM. */
  readonly cert: string
  /** PEM, PKCS #8. */
  readonly key: string
}

export interface IssueOptions {
  /** DNS names, the first of which is the common name, too. */
  readonly names: readonly string[]
  readonly addresses?: readonly string[]
  /** Default: an hour ago. */
  readonly notBefore?: Date
  /** Default: in an hour. */
  readonly notAfter?: Date
  /** What the key may be used for. Default `server`. */
  readonly usage?: 'server' | 'client'
  /** The server vouches for itself, and the authority does not. Default false. */
  readonly isSelfSigned?: boolean
}

/** A certificate authority for one test: nobody else knows it, and nothing of it is kept. */
export interface CertificateAuthority {
  /** PEM of its own certificate: whoever trusts it names it. */
  readonly certificate: string
  issue(options: IssueOptions): Promise<ServerIdentity>
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const HOUR_MS = 3_600_000

export async function createCertificateAuthority(): Promise<CertificateAuthority> {
  const keys = await createKeys()
  const root: X509Certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Throw-away authority',
    notBefore: new Date(Date.now() - HOUR_MS),
    notAfter: new Date(Date.now() + HOUR_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new BasicConstraintsExtension(true, 1, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true)]
  })
  let serial = 1
  return {
    certificate: root.toString('pem'),
    async issue({ names, addresses = [], usage = 'server', isSelfSigned = false, ...valid }) {
      const own = await createKeys()
      serial += 1
      const subject = `CN=${names[0] ?? 'nobody'}`
      const certificate = await X509CertificateGenerator.create({
        serialNumber: serial.toString(16).padStart(2, '0'),
        subject,
        issuer: isSelfSigned ? subject : root.subject,
        notBefore: valid.notBefore ?? new Date(Date.now() - HOUR_MS),
        notAfter: valid.notAfter ?? new Date(Date.now() + HOUR_MS),
        signingAlgorithm: ALGORITHM,
        publicKey: own.publicKey,
        signingKey: isSelfSigned ? own.privateKey : keys.privateKey,
        extensions: [
          new SubjectAlternativeNameExtension([...names.map((value) => ({ type: 'dns', value }) as const), ...addresses.map((value) => ({ type: 'ip', value }) as const)]),
          new ExtendedKeyUsageExtension([usage === 'server' ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth]),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true)
        ]
      })
      return { cert: certificate.toString('pem'), key: PemConverter.encode(await crypto.subtle.exportKey('pkcs8', own.privateKey), 'PRIVATE KEY') }
    }
  }
}

function createKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}
