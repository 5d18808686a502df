import type { JsonObject, SnapshotTool, ToolSnapshot } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { Place } from './profile-place.ts'
import { isJsonObject } from './read-value.ts'
import type { MappedTool, RunProfileDocument } from './run-profile.ts'

/**
 * Holds a profile to the snapshot that it refers to: the pinned digest, the revision, every mapped tool and argument.
 * @throws GovernedError `snapshot_digest_mismatch` (`tool` is null) where the file is another one than the reviewed;
 *   `tool_invalid` with the name in the file where a mapped tool cannot be called; `profile_invalid`
 */
export function checkMapping({ snapshot, protocolVersion, tools }: RunProfileDocument, listed: ToolSnapshot, place: Place): void {
  if (listed.digest !== snapshot.digest) throw new GovernedError('snapshot_digest_mismatch', { tool: null })
  if (protocolVersion !== null && protocolVersion !== listed.protocolVersion) throw place.at('protocolVersion').fault('not_of_the_snapshot')
  const byName = indexTools(listed)
  for (const [index, tool] of tools.entries()) checkTool(tool, byName, place.at('tools').at(index))
}

function checkTool(tool: MappedTool, byName: ReadonlyMap<string, SnapshotTool>, place: Place): void {
  const listed = byName.get(tool.remote)
  if (listed === undefined) throw place.at('remote').fault('not_in_snapshot')
  if (listed.status !== 'usable') throw new GovernedError('tool_invalid', { tool: tool.remote, reason: listed.status })
  const { properties } = schemaOf(listed)
  for (const argument of Object.keys(tool.parameters)) {
    const isArgument = properties !== undefined && isJsonObject(properties) && Object.hasOwn(properties, argument)
    if (!isArgument) throw place.at('parameters').at(argument).fault('not_an_argument')
  }
}

export function indexTools(snapshot: ToolSnapshot): ReadonlyMap<string, SnapshotTool> {
  return new Map(snapshot.tools.flatMap((tool) => (tool.name === null ? [] : [[tool.name, tool] as const])))
}

/** Only for usable tools: their descriptor is an object with an input schema. */
function schemaOf({ descriptor }: SnapshotTool): JsonObject {
  const schema = isJsonObject(descriptor) ? descriptor['inputSchema'] : undefined
  return schema !== undefined && isJsonObject(schema) ? schema : {}
}
