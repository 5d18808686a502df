import { GovernedError, hasCode, isGovernedError } from '@b10x/ports/errors'
import type { Bounds } from '@b10x/ports'
import { BOUND_CEILINGS, DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { decodeUtf8 } from '../json/decode-utf8.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJson } from '../json/parse-json.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { escapePointer } from '../json/write-json.ts'
import type { EndpointEvidence } from '../transport/transport.ts'
import { compareTools } from './digests.ts'
import { freezeSnapshot } from './freeze-snapshot.ts'
import type { Listing } from './freeze-snapshot.ts'
import { SNAPSHOT_FORMAT, eraOf } from './tool-snapshot.ts'
import type { Era, ToolSnapshot } from './tool-snapshot.ts'

/** The file nests descriptors three levels deep. */
const MAX_DEPTH = BOUND_CEILINGS.maxJsonDepth + 8

/**
 * Reads a snapshot file and recomputes every digest and status: nothing in it is taken on trust.
 * @param bounds `maxSchemaNodes` decides whether a tool is `schema_too_large`, as it does when a listing is frozen
 * @throws GovernedError `snapshot_invalid` with a JSON pointer and a reason; `snapshot_digest_mismatch` naming the tool
 *   whose descriptor was edited, or null when the list was
 */
export function parseSnapshot(source: string | Uint8Array, bounds: Pick<Bounds, 'maxSchemaNodes'> = DEFAULT_BOUNDS): ToolSnapshot {
  const root = readRoot(source)
  // First of all: another format has other members.
  if (Object.hasOwn(root, 'format') && root['format'] !== SNAPSHOT_FORMAT) throw invalid('/format', 'unknown_format')
  expectMembers(root, '', [
    'format', 'era', 'protocolVersion', 'endpoint', 'authorization', 'server', 'capabilities', 'instructions', 'tools', 'digest'
  ])
  const protocolVersion = readRevision(root)
  const era = readEra(root, protocolVersion)
  const entries = readTools(root['tools'])
  const listing = {
    era,
    protocolVersion,
    endpoint: readEndpoint(root['endpoint']),
    authorization: readString(root, 'authorization', ''),
    server: root['server'] as JsonValue,
    capabilities: root['capabilities'] as JsonValue,
    instructions: root['instructions'] as JsonValue,
    descriptors: entries.map((entry) => entry.descriptor)
  }
  const snapshot = rebuild(listing, { ...BOUND_CEILINGS, maxSchemaNodes: bounds.maxSchemaNodes })
  compareDigests(entries, snapshot, root['digest'])
  return snapshot
}

interface ToolEntry {
  readonly name: string | null
  readonly digest: string
  readonly descriptor: JsonValue
}

function readRoot(source: string | Uint8Array): JsonObject {
  try {
    const root = parseJson(typeof source === 'string' ? source : decodeUtf8(source), MAX_DEPTH)
    if (!isJsonObject(root)) throw invalid('', 'not_an_object')
    return root
  } catch (error) {
    if (hasCode(error, 'json_invalid')) throw invalid('', error.details.reason)
    if (hasCode(error, 'bound_exceeded')) throw invalid('', 'too_deep')
    throw error
  }
}

function readTools(value: JsonValue | undefined): readonly ToolEntry[] {
  if (!Array.isArray(value)) throw invalid('/tools', 'not_an_array')
  const entries = (value as readonly JsonValue[]).map((entry, index): ToolEntry => {
    const pointer = `/tools/${index}`
    if (!isJsonObject(entry)) throw invalid(pointer, 'not_an_object')
    expectMembers(entry, pointer, ['name', 'digest', 'status', 'descriptor'])
    const name = entry['name'] === null ? null : readString(entry, 'name', pointer)
    readString(entry, 'status', pointer)
    return { name, digest: readDigest(entry['digest'], `${pointer}/digest`), descriptor: entry['descriptor'] as JsonValue }
  })
  for (let index = 1; index < entries.length; index += 1) {
    const order = compareTools(entries[index - 1] as ToolEntry, entries[index] as ToolEntry)
    if (order > 0) throw invalid(`/tools/${index}`, 'out_of_order')
  }
  return entries
}

/** Revisions are dates. Anything else would blur where the revision ends in the bytes that are digested. */
function readRevision(root: JsonObject): string {
  const revision = readString(root, 'protocolVersion', '')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(revision)) throw invalid('/protocolVersion', 'not_a_revision')
  return revision
}

/** The era follows from the revision, which is under the digest. */
function readEra(root: JsonObject, protocolVersion: string): Era {
  const era = root['era']
  if (era !== 'modern' && era !== 'legacy') throw invalid('/era', 'unknown_value')
  if (era !== eraOf(protocolVersion)) throw invalid('/era', 'era_mismatch')
  return era
}

function rebuild(listing: Listing, bounds: Bounds): ToolSnapshot {
  try {
    return freezeSnapshot(listing, bounds)
  } catch (error) {
    if (!isGovernedError(error)) throw error
    throw invalid('/tools', error.code === 'tool_name_duplicate' ? 'duplicate_name' : 'too_large')
  }
}

/** The order of the entries was checked, so the rebuilt tools stand at the same places unless one was edited. */
function compareDigests(entries: readonly ToolEntry[], snapshot: ToolSnapshot, listDigest: JsonValue | undefined): void {
  const rebuilt = new Map(snapshot.tools.map((tool) => [tool.descriptor, tool]))
  for (const entry of entries) {
    const tool = rebuilt.get(entry.descriptor)
    if (tool !== undefined && tool.digest === entry.digest && tool.name === entry.name) continue
    throw new GovernedError('snapshot_digest_mismatch', { tool: entry.name ?? tool?.name ?? null })
  }
  if (readDigest(listDigest, '/digest') !== snapshot.digest) {
    throw new GovernedError('snapshot_digest_mismatch', { tool: null })
  }
}

function readEndpoint(value: JsonValue | undefined): EndpointEvidence {
  if (!isJsonObject(value)) throw invalid('/endpoint', 'not_an_object')
  const { transport } = value
  if (transport === 'streamable-http' || transport === 'sse') {
    expectMembers(value, '/endpoint', ['transport', 'url'])
    return { transport, url: readString(value, 'url', '/endpoint') }
  }
  if (transport !== 'stdio') throw invalid('/endpoint/transport', 'unknown_value')
  expectMembers(value, '/endpoint', ['transport', 'command', 'program'], ['package'])
  const command = value['command']
  if (!isStrings(command)) throw invalid('/endpoint/command', 'not_strings')
  const evidence = { transport: 'stdio', command, program: readString(value, 'program', '/endpoint') } as const
  return value['package'] === undefined ? evidence : { ...evidence, package: readPackage(value['package']) }
}

function readPackage(value: JsonValue): { name: string; version: string; integrity?: string } {
  const pointer = '/endpoint/package'
  if (!isJsonObject(value)) throw invalid(pointer, 'not_an_object')
  expectMembers(value, pointer, ['name', 'version'], ['integrity'])
  const identity = { name: readString(value, 'name', pointer), version: readString(value, 'version', pointer) }
  return value['integrity'] === undefined ? identity : { ...identity, integrity: readString(value, 'integrity', pointer) }
}

function isStrings(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function readString(object: JsonObject, name: string, pointer: string): string {
  const value = object[name]
  if (typeof value !== 'string') throw invalid(`${pointer}/${name}`, 'not_a_string')
  return value
}

function readDigest(value: JsonValue | undefined, pointer: string): string {
  if (typeof value !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(value)) throw invalid(pointer, 'not_a_digest')
  return value
}

/** Every required member is there and nothing unknown is: a reader that skipped a member would trust less than it seems. */
function expectMembers(object: JsonObject, pointer: string, required: readonly string[], optional: readonly string[] = []): void {
  for (const name of Object.keys(object)) {
    if (!required.includes(name) && !optional.includes(name)) throw invalid(`${pointer}/${escapePointer(name)}`, 'unknown_member')
  }
  for (const name of required) {
    if (!Object.hasOwn(object, name)) throw invalid(`${pointer}/${name}`, 'missing_member')
  }
}

function invalid(pointer: string, reason: string): GovernedError<'snapshot_invalid'> {
  return new GovernedError('snapshot_invalid', { pointer, reason })
}
