/// <reference types="node" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect, serializeSnapshot } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue, McpTransport } from '@b10x/mcp-foundation'

/** A folder with a profile `p.json` and the snapshot `s.json` that it pins. */
export interface ProfileFolder extends AsyncDisposable {
  readonly folder: string
  /** Absolute path of the profile. */
  readonly file: string
  /** Writes the profile anew, changed. */
  rewrite(changes: JsonObject): Promise<void>
}

/** One entry of `tools`, with everything that has to be filled in. */
export function mapped(remote: string, members: JsonObject = {}): JsonObject {
  const name = remote.replaceAll(/[^\w-]/g, '_')
  const facts = { effect: 'read', risk: 'low', idempotency: 'idempotent', access: 'local' } as const
  return { remote, name, description: `Ours about ${name}.`, ...facts, ...members }
}

/** Freezes what the transport lists now and writes a profile that maps `tools` of it. */
export async function writeProfileFolder(
  transport: McpTransport,
  connection: JsonObject,
  tools: readonly JsonValue[],
  changes: JsonObject = {}
): Promise<ProfileFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'b10x-profile-'))
  const file = path.join(folder, 'p.json')
  const client = await connect(transport)
  const snapshot = await client.freeze()
  await client.close()
  await writeFile(path.join(folder, 's.json'), serializeSnapshot(snapshot))
  const base = { format: 'b10x.harness-run-profile.v1', name: 'sample', connection, snapshot: { path: 's.json', digest: snapshot.digest }, tools }
  const rewrite = (more: JsonObject): Promise<void> => writeFile(file, JSON.stringify({ ...base, ...changes, ...more }))
  await rewrite({})
  return { folder, file, rewrite, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
