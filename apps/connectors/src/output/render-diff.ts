import type { JsonValue, SnapshotDiff } from '@b10x/mcp-foundation'

/** Differences from the reviewed tools as JSON values: complete, absent members absent. */
export function differenceMembers({ differences }: SnapshotDiff): JsonValue {
  return differences.map(({ kind, tool, pointer, before, after }) => ({
    kind,
    tool,
    pointer,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after })
  }))
}
