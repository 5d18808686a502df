import type { EgressRequest } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { Destination } from '../destination/destination.ts'
import { areSendable } from './check-headers.ts'

/**
 * Holds a request to the review of its destination.
 * @throws GovernedError `destination_denied` (`method`, `header`), `egress_bound_exceeded` (`maxRequestBytes`)
 */
export function checkRequest({ methods, requestHeaders, bounds }: Destination, { method, headers, body }: EgressRequest): void {
  if (!methods.has(method)) throw new GovernedError('destination_denied', { reason: 'method' })
  if (!areSendable(headers, requestHeaders)) throw new GovernedError('destination_denied', { reason: 'header' })
  const seen = body === null ? 0 : Buffer.byteLength(body)
  if (seen > bounds.maxRequestBytes) {
    throw new GovernedError('egress_bound_exceeded', { bound: 'maxRequestBytes', limit: bounds.maxRequestBytes, seen, maybeDelivered: false })
  }
}
