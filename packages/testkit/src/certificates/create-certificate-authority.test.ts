import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { createCertificateAuthority } from './create-certificate-authority.ts'
import type { CertificateAuthority, IssueOptions, ServerIdentity } from './create-certificate-authority.ts'

const HOUR_MS = 3_600_000

/** What a client that trusts `ca` says to a server with that identity: the code of its refusal, or null. */
async function shakeHands(identity: ServerIdentity, ca: string, name: { readonly servername?: string; readonly host?: string }): Promise<string | null> {
  const server = createServer({ ...identity, minVersion: 'TLSv1.2' }, (socket) => socket.on('error', () => undefined).end()).on('tlsClientError', () => undefined)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const socket = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, ca, rejectUnauthorized: true, ...name })
    const refusal = await new Promise<string | null>((resolve) => socket.once('secureConnect', () => resolve(null)).once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'other')))
    socket.destroy()
    return refusal
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

describe('a throw-away authority', () => {
  let [ours, other]: CertificateAuthority[] = []
  beforeAll(async () => void ([ours, other] = await Promise.all([createCertificateAuthority(), createCertificateAuthority()])))

  const good: IssueOptions = { names: ['api.test', 'www.test'] }
  const asked = { servername: 'api.test' }

  it.each<[string, IssueOptions, { readonly servername?: string; readonly host?: string }, string | null]>([
    ['a name', good, asked, null],
    ['another of its names', good, { servername: 'www.test' }, null],
    ['an address', { names: [], addresses: ['127.0.0.1', '::1'] }, {}, null],
    ['a name that it was not issued for', good, { servername: 'evil.test' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['an address that it was not issued for', good, {}, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['a time after it', { ...good, notBefore: new Date(Date.now() - 2 * HOUR_MS), notAfter: new Date(Date.now() - HOUR_MS) }, asked, 'CERT_HAS_EXPIRED'],
    ['a time before it', { ...good, notBefore: new Date(Date.now() + HOUR_MS), notAfter: new Date(Date.now() + 2 * HOUR_MS) }, asked, 'CERT_NOT_YET_VALID'],
    ['another usage', { ...good, usage: 'client' }, asked, 'INVALID_PURPOSE'],
    ['nobody but itself', { ...good, isSelfSigned: true }, asked, 'DEPTH_ZERO_SELF_SIGNED_CERT']
  ])('issues what TLS judges by %s', async (_what, options, name, verdict) => {
    const { certificate, issue } = ours as CertificateAuthority
    expect(await shakeHands(await issue(options), certificate, name)).toBe(verdict)
  })

  it('is trusted by nobody who does not name it', async () => {
    const identity = await (other as CertificateAuthority).issue(good)
    expect(await shakeHands(identity, (ours as CertificateAuthority).certificate, asked)).toMatch(/^UNABLE_TO_|^CERT_SIGNATURE_FAILURE$/)
  })
})
