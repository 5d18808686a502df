import type { ServerFront } from '../front/create-front.ts'
import type { Cancellable } from '../protocol/exchange.ts'
import type { ServerState } from '../protocol/server-state.ts'

/** What the HTTP side of one server holds. */
export interface HttpServerState {
  readonly server: ServerState
  readonly front: ServerFront
  /** Legacy calls that a later request of the same principal may cancel. */
  readonly cancellable: Map<string, Cancellable[]>
  isClosing: boolean
}
