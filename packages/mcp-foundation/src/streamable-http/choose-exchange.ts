import type { Bounds } from '@b10x/ports'
import { borrowExchange } from './borrow-exchange.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { HttpEndpoint } from './parse-endpoint.ts'
import { createUndiciExchange } from './undici-exchange.ts'

/** Connections beyond those that requests need: notifications are not to wait for slow calls. */
const SIDE_CONNECTIONS = 16

/** An exchange for one channel: sockets of its own, or what the caller lends. Closing it never closes a lent one. */
export function chooseExchange(
  lent: HttpExchange | undefined,
  { origin }: HttpEndpoint,
  { maxInflight }: Pick<Bounds, 'maxInflight'>
): HttpExchange {
  return lent === undefined ? createUndiciExchange(origin, maxInflight + SIDE_CONNECTIONS) : borrowExchange(lent)
}
