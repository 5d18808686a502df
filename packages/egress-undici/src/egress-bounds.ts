import type { EgressBoundName, EgressBounds } from '@b10x/ports'

/** Two minutes, heads of 16 KiB, and bodies as large as the client of mcp-foundation takes by default. */
export const DEFAULT_EGRESS_BOUNDS: EgressBounds = Object.freeze({
  exchangeDeadlineMs: 120_000,
  maxHeaderBytes: 16 * 1024,
  maxRequestBytes: 1024 * 1024,
  maxWireBytes: 24 * 1024 * 1024,
  maxDecodedBytes: 16 * 1024 * 1024,
  maxConnections: 8,
  maxQueued: 256
})

/** No review can ask for more. */
export const EGRESS_CEILINGS: EgressBounds = Object.freeze({
  exchangeDeadlineMs: 3_600_000,
  maxHeaderBytes: 256 * 1024,
  maxRequestBytes: 64 * 1024 * 1024,
  maxWireBytes: 512 * 1024 * 1024,
  maxDecodedBytes: 512 * 1024 * 1024,
  maxConnections: 256,
  maxQueued: 10_000
})

/** @returns the bounds of a destination, or null where one is no integer from 1 (`maxQueued`: from 0) to its ceiling */
export function readEgressBounds(given: Partial<EgressBounds> = {}): EgressBounds | null {
  const read: Record<string, number> = { ...DEFAULT_EGRESS_BOUNDS }
  for (const [name, value] of Object.entries(given)) {
    const ceiling = Object.hasOwn(EGRESS_CEILINGS, name) ? EGRESS_CEILINGS[name as EgressBoundName] : 0
    if (value === undefined) continue
    if (!Number.isSafeInteger(value) || value < (name === 'maxQueued' ? 0 : 1) || value > ceiling) return null
    read[name] = value
  }
  return Object.freeze(read as unknown as EgressBounds)
}
