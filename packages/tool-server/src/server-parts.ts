import type { ServerFront } from './front/create-front.ts'
import type { HttpServed } from './front/http-served.ts'
import type { ServerBounds } from './server-bounds.ts'

/** What `listen` has to know of a server, and nobody else. */
export interface ServerParts {
  readonly front: ServerFront
  readonly bounds: ServerBounds
}

const parts = new WeakMap<HttpServed, ServerParts>()

export function keepParts(server: HttpServed, kept: ServerParts): void {
  parts.set(server, kept)
}

/** Undefined for what `createToolServer` and `guardHandler` did not make. */
export function partsOf(server: HttpServed): ServerParts | undefined {
  return parts.get(server)
}
