import { GovernedError } from '@b10x/ports/errors'
import type { HttpExchange, HttpRequest, HttpResponseSink } from './http-exchange.ts'
import { parseEndpoint } from './parse-endpoint.ts'
import type { HttpEndpoint } from './parse-endpoint.ts'
import { createUndiciExchange } from './undici-exchange.ts'
import { withinSignals } from './wait-until.ts'

export interface HttpExchangeOptions {
  /** Connections to one origin at a time; further exchanges wait their turn, within their signal. Default 4. */
  readonly maxConnections?: number
  /** Origins at a time. One more ends the one that has been idle for longest, or waits until one is idle. Default 16. */
  readonly maxOrigins?: number
}

/** The connections to one origin. */
interface Pool {
  readonly exchange: HttpExchange
  running: number
}

/**
 * An exchange with any origin over undici, for traffic beside MCP, OAuth above all: certificates are always checked, no
 * redirect is followed, no proxy of the environment is used, nothing is sent twice. It judges no address beyond its
 * form: whether plain http is acceptable is for the caller. Opens nothing, and loads undici, with the first exchange.
 *
 * `exchange` rejects with GovernedError `endpoint_invalid` (`unparsable`, `scheme`, `userinfo`, `fragment`),
 * `endpoint_unreachable`, `connection_closed`, or the reason of its signal.
 * @throws RangeError for a limit that is no positive integer
 */
export function createHttpExchange({ maxConnections = 4, maxOrigins = 16 }: HttpExchangeOptions = {}): HttpExchange {
  for (const limit of [maxConnections, maxOrigins]) {
    if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError('A limit of an exchange is a positive integer.')
  }
  /** By origin; the one used last comes last. */
  const pools = new Map<string, Pool>()
  /** What lets those go on that wait for a pool to become idle. There is always one that runs, so closing does, too. */
  const waiting = new Set<() => void>()
  const ending = new Set<Promise<void>>()
  let closed: Promise<void> | null = null

  async function exchange(request: HttpRequest, sink: HttpResponseSink): Promise<void> {
    const { href, origin } = addressOf(request.url)
    const pool = await enter(origin, request.signal)
    try {
      await pool.exchange.exchange({ ...request, url: href }, sink)
    } finally {
      pool.running -= 1
      if (pool.running === 0) wakeWaiting()
    }
  }

  /** The pool of an origin, entered. */
  async function enter(origin: string, signal: AbortSignal): Promise<Pool> {
    for (;;) {
      if (closed !== null) throw new GovernedError('connection_closed', {})
      signal.throwIfAborted()
      const pool = pools.get(origin) ?? open(origin)
      if (pool !== null) {
        pool.running += 1
        pools.delete(origin)
        pools.set(origin, pool)
        return pool
      }
      await turn(signal)
    }
  }

  /** Null while as many origins as may be are in use. */
  function open(origin: string): Pool | null {
    if (pools.size >= maxOrigins) {
      const [idle] = [...pools].find(([, { running }]) => running === 0) ?? []
      if (idle === undefined) return null
      endPool(idle)
    }
    return { exchange: createUndiciExchange(origin, maxConnections), running: 0 }
  }

  function endPool(origin: string): void {
    const ended = pools.get(origin)?.exchange.close() ?? Promise.resolve()
    pools.delete(origin)
    const gone = ended.finally(() => ending.delete(gone))
    ending.add(gone)
  }

  async function turn(signal: AbortSignal): Promise<void> {
    let proceed = (): void => {}
    const come = new Promise<void>((resolve) => (proceed = resolve))
    waiting.add(proceed)
    try {
      await withinSignals(come, [signal])
    } finally {
      waiting.delete(proceed)
    }
  }

  /** All of them look again, the one that waited for longest first: several may want the same origin. */
  function wakeWaiting(): void {
    for (const proceed of waiting) proceed()
  }

  async function end(): Promise<void> {
    for (const origin of pools.keys()) endPool(origin)
    await Promise.all(ending)
  }

  return {
    exchange,
    close() {
      closed ??= end()
      return closed
    }
  }
}

/** @throws GovernedError `endpoint_invalid` */
function addressOf(address: string): HttpEndpoint {
  const host = URL.canParse(address) ? [new URL(address).host] : []
  return parseEndpoint(address, host)
}
