import { ExactNumber } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue, SnapshotTool, ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTransportOptions } from './transport-options.ts'

/** What a `Client` may see and call, fixed when its transport is wrapped. */
export interface FrozenTools {
  readonly snapshot: ToolSnapshot
  /** Frozen descriptors by name, in the order of the snapshot. */
  readonly admitted: ReadonlyMap<string, JsonObject>
  readonly ignoresAdded: boolean
}

/**
 * @throws GovernedError `option_invalid`, `tool_not_found` and `tool_invalid` for a name that the snapshot does not hold as
 *   a usable tool
 */
export function freezeTools(options: GovernedTransportOptions): FrozenTools {
  const { snapshot, names, onUnmappedAdded } = readChoice(options)
  // `parseSnapshot` freezes what it checked. JSON that was only parsed holds digests that nobody computed.
  if (!Object.isFrozen(snapshot) || !Array.isArray(snapshot.tools)) throw new GovernedError('option_invalid', { option: 'snapshot', reason: 'not_parsed' })
  if (snapshot.tools.some(({ descriptor }) => holdsExactNumber(descriptor))) {
    // The SDK rounds numbers before anybody can see them, so such a descriptor never compares equal.
    throw new GovernedError('option_invalid', { option: 'snapshot', reason: 'exact_number' })
  }
  const byName = new Map(snapshot.tools.map((tool) => [tool.name, tool]))
  const chosen = names === null ? snapshot.tools.filter(isUsable) : names.map((name) => pick(byName, name))
  const wanted = new Set(chosen)
  const admitted = snapshot.tools.filter((tool) => wanted.has(tool)).map((tool): [string, JsonObject] => [tool.name ?? '', tool.descriptor as JsonObject])
  return { snapshot, admitted: new Map(admitted), ignoresAdded: onUnmappedAdded === 'ignore' }
}

interface Choice {
  readonly snapshot: ToolSnapshot
  readonly names: readonly string[] | null
  readonly onUnmappedAdded: 'refuse' | 'ignore' | undefined
}

function readChoice({ snapshot, profile, tools, onUnmappedAdded }: GovernedTransportOptions): Choice {
  if ((snapshot === undefined) === (profile === undefined)) throw new GovernedError('option_invalid', { option: 'snapshot', reason: 'snapshot_or_profile' })
  if (profile === undefined) return { snapshot, names: tools ?? null, onUnmappedAdded }
  const names = Array.from(profile.document.tools, ({ remote }) => remote)
  return { snapshot: profile.snapshot, names, onUnmappedAdded: profile.document.onUnmappedAdded }
}

function pick(byName: ReadonlyMap<string | null, SnapshotTool>, name: string): SnapshotTool {
  const tool = byName.get(name)
  if (tool === undefined) throw new GovernedError('tool_not_found', { tool: name })
  if (!isUsable(tool)) throw new GovernedError('tool_invalid', { tool: name, reason: tool.status })
  return tool
}

function isUsable({ status }: SnapshotTool): boolean {
  return status === 'usable'
}

function holdsExactNumber(value: JsonValue): boolean {
  if (value instanceof ExactNumber) return true
  return typeof value === 'object' && value !== null && Object.values(value).some((member) => holdsExactNumber(member as JsonValue))
}
