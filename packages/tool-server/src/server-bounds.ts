import { GovernedError } from '@b10x/ports/errors'

/** The limits of a server. Bytes are UTF-8 bytes on the wire, times are milliseconds, the rest are counts. */
export interface ServerBounds {
  /** One HTTP body or one stdio line, in bytes. */
  readonly maxRequestBytes: number
  /** The `result` of one call, in bytes. Larger ones are refused, never cut. */
  readonly maxResultBytes: number
  /** Nesting of arrays and objects in one request. */
  readonly maxJsonDepth: number
  /** One call, absolute: progress does not extend it, in milliseconds. */
  readonly callDeadlineMs: number
  /** Calls of one principal at a time. */
  readonly maxInflight: number
  /** Calls of one principal per window. */
  readonly maxCallsPerWindow: number
  /** The window, in milliseconds. */
  readonly windowMs: number
  /** Subscriptions that are open at a time. */
  readonly maxSubscriptions: number
  /** Between two keep-alive comments on an open event stream, in milliseconds. */
  readonly keepAliveMs: number
  /** Connections of `listen`. */
  readonly maxConnections: number
  /** Subschemas and pattern states in one input schema. */
  readonly maxSchemaNodes: number
  /** Judging one call's arguments, in steps. */
  readonly maxSchemaSteps: number
}

const KIB = 1024
const MIB = 1024 * KIB

/** What holds when nobody says otherwise. */
export const DEFAULT_SERVER_BOUNDS: ServerBounds = Object.freeze({
  maxRequestBytes: 4 * MIB,
  maxResultBytes: 1 * MIB,
  maxJsonDepth: 64,
  callDeadlineMs: 60_000,
  maxInflight: 64,
  maxCallsPerWindow: 6_000,
  windowMs: 60_000,
  maxSubscriptions: 1_024,
  keepAliveMs: 15_000,
  maxConnections: 1_024,
  maxSchemaNodes: 10_000,
  maxSchemaSteps: 5_000_000
})

/** How far a host may raise each bound. Lowering is free. */
const CEILINGS: ServerBounds = {
  maxRequestBytes: 64 * MIB,
  maxResultBytes: 32 * MIB,
  maxJsonDepth: 512,
  callDeadlineMs: 15 * 60_000,
  maxInflight: 100_000,
  maxCallsPerWindow: 1_000_000_000,
  windowMs: 24 * 60 * 60_000,
  maxSubscriptions: 100_000,
  keepAliveMs: 10 * 60_000,
  maxConnections: 1_000_000,
  maxSchemaNodes: 100_000,
  maxSchemaSteps: 500_000_000
}

/**
 * The defaults with the host's values in their place.
 * @throws GovernedError `bounds_invalid` for an unknown name, a value that is no positive integer, or one over its ceiling
 */
export function resolveServerBounds(overrides: Partial<ServerBounds> = {}): ServerBounds {
  const resolved: Record<keyof ServerBounds, number> = { ...DEFAULT_SERVER_BOUNDS }
  for (const [name, asked] of Object.entries(overrides)) {
    if (asked === undefined) continue
    const ceiling = Object.hasOwn(CEILINGS, name) ? CEILINGS[name as keyof ServerBounds] : 0
    if (!Number.isSafeInteger(asked) || asked < 1 || asked > ceiling) throw new GovernedError('bounds_invalid', { bound: name, ceiling, asked })
    resolved[name as keyof ServerBounds] = asked
  }
  return Object.freeze(resolved)
}
