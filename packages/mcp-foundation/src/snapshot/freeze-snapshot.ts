import { GovernedError } from '@b10x/ports/errors'
import type { BoundName, Bounds } from '@b10x/ports'
import { canonicalize } from '../json/canonicalize.ts'
import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import { resolvePointer } from '../json/resolve-pointer.ts'
import { checkDescriptor } from './check-descriptor.ts'
import type { DescriptorRules } from './check-descriptor.ts'
import { compareTools, digestSnapshot, digestTool } from './digests.ts'
import { SNAPSHOT_FORMAT } from './tool-snapshot.ts'
import type { SnapshotTool, ToolSnapshot } from './tool-snapshot.ts'

/** One complete listing with what is known about where it came from. */
export interface Listing extends Omit<ToolSnapshot, 'format' | 'tools' | 'digest'> {
  /** Descriptors in the order received. */
  readonly descriptors: readonly JsonValue[]
}

/**
 * Makes a listing immutable: digests, order, status per tool.
 * @throws GovernedError `tool_name_duplicate` with both positions, `bound_exceeded` for `maxTools`,
 *   `maxDescriptorBytes` and `maxSnapshotBytes`
 */
export function freezeSnapshot(listing: Listing, bounds: Bounds): ToolSnapshot {
  refuseOver(bounds, 'maxTools', listing.descriptors.length)
  refuseDuplicateNames(listing.descriptors)
  const rules = rulesOf(listing, bounds)
  let total = 0
  const tools = listing.descriptors.map((descriptor): SnapshotTool => {
    const canonical = canonicalize(descriptor)
    const size = Buffer.byteLength(canonical)
    total += size
    refuseOver(bounds, 'maxDescriptorBytes', size)
    refuseOver(bounds, 'maxSnapshotBytes', total)
    return {
      name: nameOf(descriptor),
      digest: digestTool(canonical),
      status: checkDescriptor(descriptor, rules, canonical),
      descriptor
    }
  })
  tools.sort(compareTools)
  return deepFreeze({
    format: SNAPSHOT_FORMAT,
    era: listing.era,
    protocolVersion: listing.protocolVersion,
    endpoint: listing.endpoint,
    authorization: listing.authorization,
    server: listing.server,
    capabilities: listing.capabilities,
    instructions: listing.instructions,
    tools,
    digest: digestSnapshot(listing.protocolVersion, tools)
  })
}

function rulesOf({ era, endpoint, capabilities }: Listing, { maxSchemaNodes }: Bounds): DescriptorRules {
  const runsTasks = era === 'legacy' && resolvePointer(capabilities, '/tasks/requests/tools/call') !== undefined
  return { maxSchemaNodes, runsTasks, mirrorsHeaders: era === 'modern' && endpoint.transport === 'streamable-http' }
}

/** The wire name, or null where the descriptor has none. */
function nameOf(descriptor: JsonValue): string | null {
  const name = isJsonObject(descriptor) ? ownMember(descriptor, 'name') : undefined
  return typeof name === 'string' ? name : null
}

/** Two tools under one name: whichever a reader picked, another would pick the other. */
function refuseDuplicateNames(descriptors: readonly JsonValue[]): void {
  const positions = new Map<string, number>()
  for (const [position, descriptor] of descriptors.entries()) {
    const name = nameOf(descriptor)
    if (name === null) continue
    const first = positions.get(name)
    if (first !== undefined) throw new GovernedError('tool_name_duplicate', { first, second: position })
    positions.set(name, position)
  }
}

function refuseOver(bounds: Bounds, bound: BoundName, seen: number): void {
  if (seen > bounds[bound]) throw new GovernedError('bound_exceeded', { bound, limit: bounds[bound], seen })
}

/** Depth is bounded by the reader, so recursion is. Parsed objects inherit nothing that a loop would meet. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    if (Array.isArray(value)) for (const item of value) deepFreeze(item)
    else for (const name in value) deepFreeze((value as Readonly<Record<string, unknown>>)[name])
  }
  return value
}
