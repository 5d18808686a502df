import type { AddressFault } from '@b10x/ports/errors'
import ipaddr from 'ipaddr.js'
import { METADATA_ADDRESSES } from './metadata-addresses.ts'

/** An address in one spelling, mapped ones unwrapped (RFC 4291, 2.5.5.2), and what speaks against dialling it. */
export interface ClassifiedAddress {
  readonly address: string
  /** Null: public unicast. */
  readonly fault: AddressFault | null
}

type Range = ReturnType<ipaddr.IPv4['range']> | ReturnType<ipaddr.IPv6['range']>

const FAULTS: Partial<Readonly<Record<Range, AddressFault | null>>> = {
  unicast: null,
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  linkLocal: 'link_local'
}

/**
 * All that was ever given out as global unicast (RFC 4291, 2.4). No registry of special ranges names the rest, in which there are
 * IPv4-compatible addresses (`::/96`) and overlay networks of one's own (`200::/7`).
 */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Judges an address as a resolver or a URL gives it, by the special-purpose registries (RFC 6890) and the list of metadata
 * services. Everything that carries another address inside (6to4, Teredo, NAT64, SIIT) is `special`, as is what is no address.
 */
export function classifyAddress(text: string): ClassifiedAddress {
  // A zone names an interface of this machine; what is not in four decimal parts or IPv6 is read in several ways.
  if (text.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text))) return { address: text, fault: 'special' }
  const parsed = ipaddr.process(text)
  const address = parsed.toString()
  if (METADATA_ADDRESSES.has(address)) return { address, fault: 'metadata' }
  const fault = FAULTS[parsed.range()]
  if (fault === undefined) return { address, fault: 'special' }
  if (fault === null && parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL)) return { address, fault: 'special' }
  return { address, fault }
}
