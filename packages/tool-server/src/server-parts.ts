import type { ToolServer } from './tool-server.ts'
import type { ServerFront } from './front/create-front.ts'
import type { ServerBounds } from './server-bounds.ts'

/** What `listen` has to know of a server, and nobody else. */
export interface ServerParts {
  readonly front: ServerFront
  readonly bounds: ServerBounds
}

const parts = new WeakMap<ToolServer, ServerParts>()

export function keepParts(server: ToolServer, kept: ServerParts): void {
  parts.set(server, kept)
}

/** Undefined for a server that `createToolServer` did not make. */
export function partsOf(server: ToolServer): ServerParts | undefined {
  return parts.get(server)
}
