import { isIP } from 'node:net'
import type { EgressBindingFault } from '@b10x/ports/errors'
import type { AddressRange } from './address-ranges.ts'
import { isAcceptableName } from './judge-host-name.ts'
import { isAddressAllowed } from './judge-address.ts'

export interface ReadAddress {
  readonly url: string
  readonly isSecure: boolean
  readonly host: string
  readonly isLiteral: boolean
  readonly port: number
  readonly origin: string
  readonly path: string
}

export interface AddressRules {
  readonly ports: readonly number[]
  readonly ranges: readonly AddressRange[]
  readonly mayBeLoopback: boolean
}

/**
 * Reads an address as the WHATWG URL Standard does, and takes it only as that standard would write it: a host in another
 * spelling (octal, full-width, percent-encoded, confusable letters) is another text than its canonical one.
 */
export function readAddress(text: string, { ports, ranges, mayBeLoopback }: AddressRules): ReadAddress | EgressBindingFault {
  if (!URL.canParse(text)) return 'unparsable'
  const { protocol, hostname, port, username, password, origin, pathname, href } = new URL(text)
  if (protocol !== 'https:' && !(protocol === 'http:' && mayBeLoopback)) return 'scheme'
  if (username !== '' || password !== '' || text.includes('@')) return 'userinfo'
  if (text.includes('#')) return 'fragment'
  if (text.includes('?')) return 'query'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLiteral = isIP(host) !== 0
  const isSecure = protocol === 'https:'
  const rules = { ranges, mayBeLoopback }
  // Plain HTTP is for loopback, whatever else the destination may be.
  if (isLiteral && !isAddressAllowed(host, isSecure ? rules : { ranges: [], mayBeLoopback, loopbackOnly: true })) return 'address'
  if (!isLiteral && !isAcceptableName(host, { mayBePrivate: ranges.length > 0, mayBeLoopback })) return 'name'
  if (!isLiteral && !isSecure && host !== 'localhost' && !host.endsWith('.localhost')) return 'scheme'
  const number = port === '' ? (isSecure ? 443 : 80) : Number(port)
  if (number === 0 || (!ports.includes(number) && !mayBeLoopback)) return 'port'
  if (text !== href && `${text}/` !== href) return 'unparsable'
  return { url: href, isSecure, host, isLiteral, port: number, origin, path: pathname }
}
