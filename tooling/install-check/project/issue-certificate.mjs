// A throw-away authority and its certificates (RFC 5280), without anything but Node: what an installed package is tried with.
import { generateKeyPairSync, sign } from 'node:crypto'

const HOUR_MS = 3_600_000

function tlv(tag, ...parts) {
  const value = Buffer.concat(parts)
  const { length } = value
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

const sequence = (...parts) => tlv(0x30, ...parts)
const oid = (hex) => tlv(6, Buffer.from(hex, 'hex'))
const nameOf = (text) => sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(text)))))
const timeOf = (date) => tlv(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
const extension = (hex, value, ...critical) => sequence(oid(hex), ...critical, tlv(4, value))
const TRUE = tlv(1, Buffer.from([255]))
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const pemOf = (der) => `-----BEGIN CERTIFICATE-----\n${der.toString('base64').match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`

/**
 * @param {{ name: string, by?: { name: string, privateKey: import('node:crypto').KeyObject }, notBefore?: Date, notAfter?: Date, usage?: string }} options
 *   without `by` it is an authority of its own
 */
export function issueCertificate({ name, by, notBefore = new Date(Date.now() - HOUR_MS), notAfter = new Date(Date.now() + HOUR_MS), usage = '2b06010505070301' }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const extensions = by === undefined
    ? [extension('551d13', sequence(TRUE), TRUE)]
    : [extension('551d11', sequence(tlv(0x82, Buffer.from(name)))), extension('551d25', sequence(oid(usage)))]
  const unsigned = sequence(
    tlv(0xa0, tlv(2, Buffer.from([2]))),
    tlv(2, Buffer.from([1, ...Buffer.from(name).subarray(0, 8)])),
    ECDSA_SHA256,
    nameOf(by?.name ?? name),
    sequence(timeOf(notBefore), timeOf(notAfter)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions))
  )
  const signature = sign('sha256', unsigned, by?.privateKey ?? privateKey)
  const der = sequence(unsigned, ECDSA_SHA256, tlv(3, Buffer.from([0]), signature))
  return { name, privateKey, cert: pemOf(der), key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
}
