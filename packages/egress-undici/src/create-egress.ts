import type { EgressTransport, EndpointKey } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { createConnectionPool } from './connection-pool.ts'
import type { ConnectionPool } from './connection-pool.ts'
import type { Destination } from './destination/destination.ts'
import { readDestination } from './destination/read-destination.ts'
import type { EgressOptions } from './endpoint-binding.ts'
import { checkRequest } from './exchange/check-request.ts'
import { RunningExchange } from './exchange/running-exchange.ts'
import { systemResolver } from './socket/system-resolver.ts'
import { emitWarning, warnOperator } from './warn-operator.ts'

interface Reviewed {
  readonly destination: Destination
  readonly pool: ConnectionPool
}

/**
 * FLOW: an egress to reviewed destinations and nowhere else. Reviews are read at once and nothing is opened. An exchange:
 * its destination, the request by its review, one deadline, a connection (`connection-pool.ts`; a new one by
 * `socket/dial.ts`), the request once, the response within its bounds (`exchange/running-exchange.ts`).
 * @throws GovernedError `egress_binding_invalid`
 */
export function createEgress(options: EgressOptions): EgressTransport {
  const { endpoints, resolver = systemResolver, clock = { now: () => Date.now() }, onWarning = emitWarning, development } = options
  const loopback = new Set((development?.loopbackEndpoints ?? []).map(nameOf))
  const reviewed = new Map<string, Reviewed>()
  for (const binding of endpoints) {
    const name = nameOf(binding)
    if (reviewed.has(name)) throw new GovernedError('egress_binding_invalid', { connectionRef: binding.connectionRef, endpointRef: binding.endpointRef, reason: 'duplicate' })
    const destination = readDestination(binding, loopback.has(name))
    reviewed.set(name, { destination, pool: createConnectionPool(destination, resolver, clock) })
  }
  warnOperator(development?.loopbackEndpoints ?? [], process.env, onWarning)
  let closed: Promise<void> | null = null

  function find(key: EndpointKey): Reviewed {
    const found = reviewed.get(nameOf(key))
    if (found === undefined) throw new GovernedError('destination_denied', { reason: 'unbound' })
    return found
  }

  return Object.freeze<EgressTransport>({
    addressOf: (endpoint) => find(endpoint).destination.url,
    async exchange(request, sink) {
      if (closed !== null) throw new GovernedError('connection_closed', {})
      request.signal.throwIfAborted()
      const { destination, pool } = find(request.endpoint)
      checkRequest(destination, request)
      const exchange = new RunningExchange(destination, request, sink)
      pool.start(exchange)
      await exchange.outcome
    },
    close() {
      closed ??= Promise.all([...reviewed.values()].map(({ pool }) => pool.close())).then(() => undefined)
      return closed
    }
  })
}

/** Neither part can pretend to be the other. */
function nameOf({ connectionRef, endpointRef }: EndpointKey): string {
  return JSON.stringify([connectionRef, endpointRef])
}
