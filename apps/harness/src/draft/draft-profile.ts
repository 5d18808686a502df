import { FOUNDATION_RELEASE, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue, SnapshotTool, ToolSnapshot } from '@b10x/mcp-foundation'

/** One tool of a snapshot and what a profile would say of it. */
export interface DraftedTool {
  readonly listed: SnapshotTool
  /** null where somebody has to decide. */
  readonly entry: JsonObject
}

/** Every tool that can be called, with all decisions open. */
export function draftTools(snapshot: ToolSnapshot): readonly DraftedTool[] {
  const names = new Set<string>()
  return snapshot.tools.flatMap((listed) => {
    if (listed.name === null || listed.status !== 'usable') return []
    const name = findName(listed.name, names)
    names.add(name)
    const entry = { remote: listed.name, name, description: null, effect: null, risk: null, idempotency: null, access: null }
    return [{ listed, entry }]
  })
}

/** The name itself where it can be published, else the nearest one that is free. */
function findName(remote: string, taken: ReadonlySet<string>): string {
  const stem = remote.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 60)
  let name = stem
  for (let number = 2; taken.has(name); number += 1) name = `${stem}_${number}`
  return name
}

export interface ProfileParts {
  readonly name: string
  readonly connection: JsonObject
  readonly snapshot: ToolSnapshot
  /** Path of the snapshot file from the profile. */
  readonly reference: string
  readonly tools: readonly JsonValue[]
}

/** The text of the file. A build that can be pinned is pinned. */
export function draftProfile({ name, connection, snapshot, reference, tools }: ProfileParts): string {
  const { version, revision, dirty } = FOUNDATION_RELEASE
  const profile: JsonObject = {
    format: 'b10x.harness-run-profile.v1',
    name,
    ...(revision === null || dirty ? {} : { foundation: { version, revision } }),
    connection,
    protocolVersion: snapshot.protocolVersion,
    snapshot: { path: reference, digest: snapshot.digest },
    tools
  }
  return `${stringifyJson(profile, 2)}\n`
}
