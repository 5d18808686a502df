import { canonicalize, diffSnapshots } from '@b10x/mcp-foundation'
import type { JsonValue, SnapshotDiff, SnapshotTool, ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { FrozenTools } from './frozen-tools.ts'
import { isMembers } from './sdk-transport.ts'

/**
 * Every difference from the reviewed tools to the live ones, added ones aside where the review says so. Two descriptors
 * are equal when their canonical forms are, which is what digests are made of (docs/formats/tool-snapshot.md, 3).
 * @throws GovernedError `tool_name_duplicate`, `bound_exceeded` for `maxJsonDepth`, `response_invalid`
 */
export function compareListing({ snapshot, ignoresAdded }: FrozenTools, live: readonly JsonValue[], maxJsonDepth: number): SnapshotDiff {
  refuseDuplicateNames(live)
  const reviewed = new Map(snapshot.tools.map((tool) => [tool.name, tool]))
  const tools = live.map((descriptor): SnapshotTool => {
    const name = nameOf(descriptor)
    const twin = name === null ? undefined : reviewed.get(name)
    const canonical = canonicalForm(descriptor, maxJsonDepth)
    const equal = twin !== undefined && canonicalForm(twin.descriptor, maxJsonDepth) === canonical
    // Within this comparison alone the canonical form stands for the digest of what is not reviewed.
    return { name, digest: equal ? twin.digest : canonical, status: 'usable', descriptor }
  })
  const { differences, evidence } = diffSnapshots(snapshot, listing(snapshot, tools))
  const counted = differences.filter(({ kind }) => !(ignoresAdded && kind === 'tool_added'))
  return { equal: counted.length === 0, differences: counted, evidence }
}

/** The reviewed snapshot with other tools. A digest that is none, so that the tools are compared one by one. */
function listing(snapshot: ToolSnapshot, tools: readonly SnapshotTool[]): ToolSnapshot {
  return { ...snapshot, tools, digest: '' }
}

function nameOf(descriptor: JsonValue): string | null {
  const name = isMembers(descriptor) && Object.hasOwn(descriptor, 'name') ? descriptor['name'] : null
  return typeof name === 'string' ? name : null
}

function refuseDuplicateNames(descriptors: readonly JsonValue[]): void {
  const positions = new Map<string, number>()
  for (const [second, descriptor] of descriptors.entries()) {
    const name = nameOf(descriptor)
    if (name === null) continue
    const first = positions.get(name)
    if (first !== undefined) throw new GovernedError('tool_name_duplicate', { first, second })
    positions.set(name, second)
  }
}

/** `JSON.parse` has no limit on depth, the stack has; and it reads 1e400 as infinity, which is no JSON. */
function canonicalForm(value: JsonValue, maxJsonDepth: number): string {
  try {
    return canonicalize(value)
  } catch (error) {
    if (error instanceof RangeError) throw new GovernedError('bound_exceeded', { bound: 'maxJsonDepth', limit: maxJsonDepth, seen: maxJsonDepth + 1 })
    throw new GovernedError('response_invalid', { reason: 'result_shape', status: null }, { cause: error })
  }
}
