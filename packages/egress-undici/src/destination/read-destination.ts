import { X509Certificate } from 'node:crypto'
import { GovernedError } from '@b10x/ports/errors'
import type { EgressBindingFault } from '@b10x/ports/errors'
import { readEgressBounds } from '../egress-bounds.ts'
import { DEFAULT_RESPONSE_HEADERS } from '../endpoint-binding.ts'
import type { EndpointBinding } from '../endpoint-binding.ts'
import { isSendableName } from '../exchange/check-headers.ts'
import { readRange } from './address-ranges.ts'
import type { AddressRange } from './address-ranges.ts'
import type { Destination } from './destination.ts'
import { readAddress } from './read-address.ts'
import { readProxy } from './read-proxy.ts'

const METHODS: ReadonlySet<string> = new Set(['POST', 'GET', 'DELETE'])

/**
 * Reads what a review says about one destination. Nothing is opened and nothing is looked up.
 * @param mayBeLoopback the development switch names it
 * @throws GovernedError `egress_binding_invalid`, whose reason says which part it is
 */
export function readDestination(binding: EndpointBinding, mayBeLoopback: boolean): Destination {
  const { connectionRef, endpointRef } = binding
  const refuse = (reason: EgressBindingFault): GovernedError => new GovernedError('egress_binding_invalid', { connectionRef, endpointRef, reason })

  const ranges = (binding.privateRanges ?? []).map((text) => readRange(text))
  if (ranges.includes(null)) throw refuse('range')
  const address = readAddress(binding.url, { ports: binding.ports ?? [443], ranges: ranges as AddressRange[], mayBeLoopback })
  if (typeof address === 'string') throw refuse(address)
  const methods = new Set<string>(binding.methods ?? ['POST', 'DELETE'])
  if (methods.size === 0 || [...methods].some((method) => !METHODS.has(method))) throw refuse('method')
  const { requestHeaders, responseHeaders = DEFAULT_RESPONSE_HEADERS, certificateAuthority = null } = binding
  if (requestHeaders !== undefined && !requestHeaders.every(isSendableName)) throw refuse('header')
  if (!responseHeaders.every((name) => /^[!#$%&'*+.^_`|~\da-z-]+$/.test(name))) throw refuse('header')
  const bounds = readEgressBounds(binding.bounds)
  if (bounds === null) throw refuse('bound')
  if (certificateAuthority !== null && !areCertificates(certificateAuthority)) throw refuse('authority')
  const proxy = binding.proxy === undefined ? null : readProxy(binding.proxy.url)
  // Without TLS the proxy would read what goes through its tunnel.
  if (proxy === undefined || (proxy !== null && !address.isSecure)) throw refuse('proxy')

  return Object.freeze<Destination>({
    connectionRef,
    endpointRef,
    ...address,
    methods,
    requestHeaders: requestHeaders === undefined ? null : new Set(requestHeaders),
    responseHeaders: new Set(responseHeaders),
    bounds,
    ranges: ranges as AddressRange[],
    mayBeLoopback,
    certificateAuthority,
    proxy
  })
}

/** Every block of it, because TLS takes the text up to a block that it cannot read, and says nothing. */
function areCertificates(pem: string): boolean {
  const [, ...blocks] = pem.split('-----BEGIN ')
  try {
    return blocks.length > 0 && blocks.every((block) => block.startsWith('CERTIFICATE-----') && new X509Certificate(`-----BEGIN ${block}`).raw.length > 0)
  } catch {
    return false
  }
}
