import type { IncomingHttpHeaders } from 'node:http'
import type { HeaderList } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { Destination } from '../destination/destination.ts'

/**
 * What of a head a caller sees: the headers that the review names.
 * @returns the refusal of a response that leads elsewhere, is coded, or says that it is larger than it may be
 */
export function checkHead(destination: Destination, status: number, headers: IncomingHttpHeaders, maybeDelivered: boolean): HeaderList | GovernedError {
  const { responseHeaders, bounds } = destination
  if ((status >= 300 && status < 400 && status !== 304) || headers['refresh'] !== undefined) return new GovernedError('redirect_denied', { status })
  // Of several lines undici makes several values, whatever the type says.
  const coding: string | readonly string[] | undefined = headers['content-encoding']
  if (coding !== undefined && String(coding).toLowerCase() !== 'identity') return new GovernedError('egress_response_invalid', { reason: 'content_encoding', maybeDelivered })
  const length = Number(headers['content-length'] ?? 0)
  if (length > bounds.maxDecodedBytes) return new GovernedError('egress_bound_exceeded', { bound: 'maxDecodedBytes', limit: bounds.maxDecodedBytes, seen: length, maybeDelivered })
  const list: (readonly [string, string])[] = []
  for (const name in headers) {
    if (!responseHeaders.has(name)) continue
    const value = headers[name]
    if (typeof value === 'string') list.push([name, value])
    else for (const one of value ?? []) list.push([name, one])
  }
  return list
}
