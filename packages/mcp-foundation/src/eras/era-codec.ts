import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { Era } from '../snapshot/tool-snapshot.ts'
import type { HeaderList } from '../transport/transport.ts'

/** What the two eras do differently once a connection stands. The only door into the era folders. */
export interface EraCodec {
  readonly era: Era
  readonly protocolVersion: string
  /** JSON text of the `params` members that the era adds to every request, without braces; may be empty. */
  envelope(progressToken: number | null): string
  /** Headers that mirror the message; only HTTP sends them. */
  headers(method: string, toolName: string | null): HeaderList
  /** True where an abandoned HTTP request must be cancelled by a message: a dropped stream is no cancellation there. */
  readonly cancelsByMessage: boolean
}

/** What a server says about itself: evidence. */
export interface ServerFacts {
  readonly server: JsonValue
  readonly capabilities: JsonValue
  readonly instructions: JsonValue
}

export interface Negotiated {
  readonly codec: EraCodec
  /** Null when a pinned revision was spoken without asking; `discover` can be asked later. */
  readonly facts: ServerFacts | null
  /** The stdio program was started once more because the probe ended it. */
  readonly restarted: boolean
  /** True when the server gave this connection a session that ends with it. */
  readonly hasSession: boolean
}

/** Own members as evidence, absent as null. */
export function memberOrNull(object: JsonObject, name: string): JsonValue {
  return Object.hasOwn(object, name) ? (object[name] as JsonValue) : null
}
