import ipaddr from 'ipaddr.js'

/** A network that a review names. */
export type AddressRange = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** What a review can name: networks of one's own (RFC 1918, RFC 6598, RFC 4193). */
const NAMEABLE: readonly AddressRange[] = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'].map((text) => ipaddr.parseCIDR(text))

/** @returns null where the text is no CIDR of a network that can be named, or has bits set behind its prefix */
export function readRange(text: string): AddressRange | null {
  if (!ipaddr.isValidCIDR(text) || !/^(?:\d+\.\d+\.\d+\.\d+|[\da-f:]+)\/\d+$/i.test(text)) return null
  const [network, bits] = ipaddr.parseCIDR(text)
  const isNameable = NAMEABLE.some(([of, least]) => of.kind() === network.kind() && bits >= least && network.match(of, least))
  return isNameable && firstOf(network, bits) === network.toString() ? [network, bits] : null
}

/** @param address as `classifyAddress` gives it */
export function isInRange(address: string, ranges: readonly AddressRange[]): boolean {
  const parsed = ipaddr.parse(address)
  return ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
}

function firstOf(network: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const text = `${network.toString()}/${bits}`
  return (network.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(text) : ipaddr.IPv6.networkAddressFromCIDR(text)).toString()
}
