import type { Clock } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { Destination } from './destination/destination.ts'
import type { Resolver } from './endpoint-binding.ts'
import { explainFailure } from './exchange/explain-failure.ts'
import type { RunningExchange } from './exchange/running-exchange.ts'
import { createConnection } from './socket/connection.ts'
import type { Connection } from './socket/connection.ts'
import { dial } from './socket/dial.ts'

/** The connections to one destination, and who waits for one. */
export interface ConnectionPool {
  /** Gives it a connection, a place in the queue, or `egress_saturated`. */
  start(exchange: RunningExchange): void
  close(): Promise<void>
}

/** A connection that is older is not used again: what its name led to may have changed. In milliseconds. */
const MAX_AGE_MS = 60_000

/** Room for one connection: being opened, in use by one exchange, or idle. */
interface Place {
  connection: Connection | null
  exchange: RunningExchange | null
}

export function createConnectionPool(destination: Destination, resolver: Resolver, clock: Clock): ConnectionPool {
  const { maxConnections, maxQueued } = destination.bounds
  const places = new Set<Place>()
  const waiting = new Set<RunningExchange>()
  /** The last one used comes first: the others may time out. */
  const idle: Place[] = []
  const ending = new Set<Promise<void>>()
  let isClosed = false

  function takeIdle(): Place | null {
    for (let place = idle.pop(); place !== undefined; place = idle.pop()) {
      if ((place.connection?.openedAt ?? 0) + MAX_AGE_MS > clock.now()) return place
      retire(place)
    }
    return null
  }

  /** @returns false where nothing is free */
  function begin(exchange: RunningExchange): boolean {
    const reused = takeIdle()
    if (reused !== null) {
      // The peer may have ended it, or said something that nobody asked, since it was used last.
      send(exchange, reused, () => {
        reused.exchange = null
        retire(reused)
        // In the place that is free now, before those that wait: it had its turn.
        begin(exchange)
      })
      return true
    }
    if (places.size >= maxConnections) return false
    const place: Place = { connection: null, exchange }
    places.add(place)
    open(exchange, place).catch((error: unknown) => {
      // A place whose exchange is over was given away already.
      if (places.delete(place)) startWaiting()
      exchange.fail(error)
    })
    return true
  }

  async function open(exchange: RunningExchange, place: Place): Promise<void> {
    const ended = new AbortController()
    exchange.hold(() => {
      places.delete(place)
      ended.abort(new GovernedError('connection_closed', {}))
      startWaiting()
    })
    const socket = await dial(destination, resolver, { signal: ended.signal, onPhase: (phase) => (exchange.phase = phase) })
    if (exchange.isOver) return void socket.destroy()
    place.connection = createConnection(socket, destination, clock.now(), {
      onBytes: (received) => place.exchange?.onBytes(received),
      onClosed: () => retireIdle(place)
    })
    send(exchange, place, null)
  }

  function send(exchange: RunningExchange, place: Place, onUnsent: (() => void) | null): void {
    const connection = place.connection as Connection
    place.exchange = exchange
    exchange.hold((isReusable) => {
      place.exchange = null
      if (isReusable && !isClosed && !connection.isBehind) idle.push(place)
      else retire(place)
      // Not at once: undici is still inside the response that ended.
      if (waiting.size > 0) queueMicrotask(startWaiting)
    })
    try {
      exchange.sendOn(connection, onUnsent)
    } catch (error) {
      exchange.fail(explainFailure(error, 'send', false))
    }
  }

  function startWaiting(): void {
    for (const exchange of waiting) {
      if (!begin(exchange)) return
      waiting.delete(exchange)
    }
  }

  function retireIdle(place: Place): void {
    const at = idle.indexOf(place)
    if (at === -1) return
    idle.splice(at, 1)
    retire(place)
  }

  function retire(place: Place): void {
    places.delete(place)
    const gone = (place.connection?.destroy() ?? Promise.resolve()).finally(() => ending.delete(gone))
    ending.add(gone)
  }

  function start(exchange: RunningExchange): void {
    if (waiting.size === 0 && begin(exchange)) return
    if (waiting.size >= maxQueued) return exchange.fail(new GovernedError('egress_saturated', { limit: maxQueued }))
    waiting.add(exchange)
    exchange.hold(() => waiting.delete(exchange))
  }

  return {
    start,
    async close() {
      isClosed = true
      const closing = new GovernedError('connection_closed', {})
      for (const exchange of waiting) exchange.fail(closing)
      for (const place of places) {
        if (place.exchange === null) retire(place)
        else place.exchange.fail(closing)
      }
      await Promise.all(ending)
    }
  }
}
