import { GovernedError } from '@b10x/ports/errors'
import { unreachable } from './explain-unreachable.ts'
import type { HttpExchange, HttpRequest } from './http-exchange.ts'
import type { Connection, ConnectionOpener } from './open-connection.ts'
import { PendingExchange } from './pending-exchange.ts'

/**
 * Exchanges with one origin over connections of its own, kept alive and reused, at most `maxConnections` at a time;
 * further exchanges wait their turn, within their signal. Not undici's `Pool`: that one cannot take back a request that
 * waits for a connection, nor end the connection it waits for. Loads undici on first use.
 */
export function createUndiciExchange(origin: string, maxConnections: number): HttpExchange {
  const waiting = new Set<PendingExchange>()
  const running = new Set<PendingExchange>()
  const connections = new Set<Connection>()
  /** The last one used comes first: the others may time out. */
  const idle: Connection[] = []
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
      const connection = freeConnection()
      if (connection === null) return
      waiting.delete(exchange)
      start(exchange, connection)
    }
  }

  function freeConnection(): Connection | null {
    const reused = idle.pop()
    if (reused !== undefined) return reused
    if (open === null || connections.size >= maxConnections) return null
    const connection = open(retireIdle)
    connections.add(connection)
    return connection
  }

  function start(exchange: PendingExchange, connection: Connection): void {
    const { method, url, headers, body } = exchange.request
    running.add(exchange)
    exchange.connection = connection
    const lines: string[] = []
    for (const [name, value] of headers) lines.push(name, value)
    connection.dispatch({ method, path: url.slice(origin.length), headers: lines, body }, exchange)
  }

  function finished(exchange: PendingExchange, reusable: boolean): void {
    waiting.delete(exchange)
    running.delete(exchange)
    const { connection } = exchange
    if (connection === null) return
    if (reusable && closed === null) idle.push(connection)
    else retire(connection)
    // Not at once: undici is still inside the response that ended.
    if (waiting.size > 0) queueMicrotask(startWaiting)
  }

  /** With an exchange, undici itself connects anew if nothing was sent, and fails it otherwise. */
  function retireIdle(connection: Connection): void {
    const at = idle.indexOf(connection)
    if (at === -1) return
    idle.splice(at, 1)
    retire(connection)
  }

  function retire(connection: Connection): void {
    connections.delete(connection)
    const gone = connection.destroy().finally(() => ending.delete(gone))
    ending.add(gone)
  }

  async function end(): Promise<void> {
    for (const exchange of [...waiting, ...running]) exchange.fail(new GovernedError('connection_closed', {}))
    for (const connection of connections) retire(connection)
    await Promise.all(ending)
  }

  return {
    exchange(request: HttpRequest, sink) {
      if (closed !== null) return Promise.reject(new GovernedError('connection_closed', {}))
      if (request.signal.aborted) return Promise.reject(request.signal.reason as Error)
      if (!request.url.startsWith(`${origin}/`)) return Promise.reject(new TypeError('Another origin.'))
      const exchange = new PendingExchange(request, sink, finished)
      waiting.add(exchange)
      if (open !== null) startWaiting()
      else if (!loading) void load()
      return exchange.outcome
    },
    close() {
      closed ??= end()
      return closed
    }
  }
}
