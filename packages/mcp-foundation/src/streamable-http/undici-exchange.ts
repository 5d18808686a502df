import { GovernedError } from '@b10x/ports/errors'
import { unreachable } from './explain-unreachable.ts'
import type { HttpExchange, HttpRequest } from './http-exchange.ts'
import type { ConnectionOpener } from './open-connection.ts'
import { PendingExchange } from './pending-exchange.ts'
import type { Place } from './pending-exchange.ts'

/**
 * Exchanges with one origin over connections of its own, kept alive and reused, at most `maxConnections` at a time;
 * further exchanges wait their turn, within their signal. Not undici's `Pool`: that one cannot take back a request that
 * waits for a connection, nor end the connection it waits for. Loads undici on first use.
 */
export function createUndiciExchange(origin: string, maxConnections: number): HttpExchange {
  // Exchanges pass through places, not through a set of their own: a set that every call enters and leaves keeps its
  // outgrown tables linked, and with them calls that are over, until the next full garbage collection.
  const waiting = new Set<PendingExchange>()
  const places = new Set<Place>()
  /** The last one used comes first: the others may time out. */
  const idle: Place[] = []
  const ending = new Set<Promise<void>>()
  let open: ConnectionOpener | null = null
  let loading = false
  let closed: Promise<void> | null = null

  async function load(): Promise<void> {
    loading = true
    try {
      const { createConnectionOpener } = await import('./open-connection.ts')
      open = createConnectionOpener(origin)
      startWaiting()
    } catch (error) {
      for (const exchange of waiting) exchange.fail(unreachable(error))
    } finally {
      loading = false
    }
  }

  function startWaiting(): void {
    for (const exchange of waiting) {
      const place = freePlace()
      if (place === null) return
      waiting.delete(exchange)
      start(exchange, place)
    }
  }

  function freePlace(): Place | null {
    const reused = idle.pop()
    if (reused !== undefined) return reused
    if (open === null || places.size >= maxConnections) return null
    const place: Place = { connection: open(() => retireIdle(place)), exchange: null }
    places.add(place)
    return place
  }

  function start(exchange: PendingExchange, place: Place): void {
    const { method, url, headers, body } = exchange.request
    const lines: string[] = []
    for (const [name, value] of headers) lines.push(name, value)
    place.exchange = exchange
    exchange.place = place
    place.connection.dispatch({ method, path: url.slice(origin.length), headers: lines, body }, exchange)
  }

  function finished(exchange: PendingExchange, reusable: boolean): void {
    const { place } = exchange
    if (place === null) {
      waiting.delete(exchange)
      return
    }
    place.exchange = null
    if (reusable && closed === null && !place.connection.isBehind) idle.push(place)
    else retire(place)
    // Not at once: undici is still inside the response that ended.
    if (waiting.size > 0) queueMicrotask(startWaiting)
  }

  /** With an exchange, undici itself connects anew if nothing was sent, and fails it otherwise. */
  function retireIdle(place: Place): void {
    const at = idle.indexOf(place)
    if (at === -1) return
    idle.splice(at, 1)
    retire(place)
  }

  function retire(place: Place): void {
    places.delete(place)
    const gone = place.connection.destroy().finally(() => ending.delete(gone))
    ending.add(gone)
  }

  async function end(): Promise<void> {
    const closing = new GovernedError('connection_closed', {})
    for (const exchange of waiting) exchange.fail(closing)
    for (const place of places) {
      if (place.exchange === null) retire(place)
      else place.exchange.fail(closing)
    }
    await Promise.all(ending)
  }

  return {
    exchange(request: HttpRequest, sink) {
      if (closed !== null) return Promise.reject(new GovernedError('connection_closed', {}))
      if (request.signal.aborted) return Promise.reject(request.signal.reason as Error)
      if (!request.url.startsWith(`${origin}/`)) return Promise.reject(new TypeError('Another origin.'))
      const exchange = new PendingExchange(request, sink, finished)
      const place = waiting.size > 0 ? null : freePlace()
      if (place !== null) {
        start(exchange, place)
      } else {
        waiting.add(exchange)
        if (open === null && !loading) void load()
      }
      return exchange.outcome
    },
    close() {
      closed ??= end()
      return closed
    }
  }
}
