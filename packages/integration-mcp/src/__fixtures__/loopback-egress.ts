import type { EgressRequest, EgressTransport } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { createHttpExchange } from '@b10x/mcp-foundation/http'

/** An egress to one address on loopback, and everything that was asked of it. */
export interface LoopbackEgress extends EgressTransport {
  readonly requests: readonly EgressRequest[]
  /** How often an address was asked for, which opens nothing. */
  readonly lookups: number
}

/** Real sockets to one reviewed address, for one Connection. */
export function createLoopbackEgress(url: string, connectionRef: string = 'sample-connection'): LoopbackEgress {
  const sockets = createHttpExchange({ maxConnections: 64 })
  const address = new URL(url).href
  const requests: EgressRequest[] = []
  let lookups = 0

  function addressOf(endpoint: EgressRequest['endpoint']): string {
    if (endpoint.connectionRef !== connectionRef || endpoint.endpointRef !== 'mcp_connection') throw new GovernedError('destination_denied', { reason: 'unbound' })
    return address
  }

  return {
    requests,
    get lookups() {
      return lookups
    },
    addressOf(endpoint) {
      lookups += 1
      return addressOf(endpoint)
    },
    exchange(request, sink) {
      requests.push(request)
      const { method, headers, body, signal, onDispatch } = request
      return sockets.exchange({ method, url: addressOf(request.endpoint), headers, body, signal, onDispatch }, sink)
    },
    close: () => sockets.close()
  }
}
