import { BOUND_CEILINGS, DEFAULT_BOUNDS, findFindings, parseJson } from '@b10x/mcp-foundation'
import type { FoundationPin, JsonObject, JsonValue } from '@b10x/mcp-foundation'
import type { BoundName, Bounds } from '@b10x/ports'
import { hasCode } from '@b10x/ports/errors'
import { judgeTiers } from './judge-tiers.ts'
import { locateOffset } from './locate-offset.ts'
import { profilePlace } from './profile-place.ts'
import { checkPolicyGlobs } from './profile-policy.ts'
import type { Place } from './profile-place.ts'
import { readConnection, readPath } from './read-connection.ts'
import { readMappedTool } from './read-mapped-tool.ts'
import { isJsonObject, readChoice, readCount, readList, readMembers, readObject, readPattern, readSet, readText } from './read-value.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import { RUN_PROFILE_FORMAT } from './run-profile.ts'
import type { MappedTool, ProfilePolicy, RunProfileDocument } from './run-profile.ts'

const MAX_DEPTH = 16

const REQUIRED = ['format', 'name', 'connection', 'snapshot', 'tools'] as const
const OPTIONAL = ['foundation', 'protocolVersion', 'subjects', 'policy', 'deadlines', 'bounds', 'onUnmappedAdded'] as const

/** A glob over published names. */
const GLOB = /^[A-Za-z0-9_*-]{1,64}$/
const NO_POLICY: ProfilePolicy = { version: null, allow: [], approve: [], deny: [] }

/** A profile as read, and as the JSON value that its digest is over. */
export interface ParsedProfile {
  readonly document: RunProfileDocument
  readonly value: JsonObject
}

/**
 * Reads a profile file strictly: no member twice, none unknown, nothing left open, no credential, no text that cannot be
 * seen. Whether it fits its snapshot is for `checkMapping`.
 * @param file the path as the caller named it: it appears in errors
 * @throws GovernedError `profile_invalid` with a JSON pointer and one of `PROFILE_FAULTS`
 */
export function parseRunProfile(source: string | Uint8Array, file: string): ParsedProfile {
  const place = profilePlace(file)
  const value = readRoot(source, file)
  // First of all: another format has other members.
  if (Object.hasOwn(value, 'format') && value['format'] !== RUN_PROFILE_FORMAT) throw place.at('format').fault('unknown_format')
  refuseOpenPlaces(value, place)
  refuseUnseenText(value, file)
  refuseSecrets(value, place)
  return { document: readDocument(value, place), value }
}

function readDocument(value: JsonObject, place: Place): RunProfileDocument {
  const members = readMembers(value, place, REQUIRED, OPTIONAL)
  const tools = members.read('tools', readTools)
  const deadlines = members.readOptional('deadlines', readDeadlines, {})
  const policy = members.readOptional('policy', readPolicy, NO_POLICY)
  checkPolicyGlobs({ policy, tools }, place.at('policy'))
  const bounds = { ...members.readOptional('bounds', readBounds, {}), ...deadlines }
  checkLimits(tools, { ...DEFAULT_BOUNDS, ...bounds }, place.at('tools'))
  return {
    format: RUN_PROFILE_FORMAT,
    name: members.read('name', (name, at) => readPattern(name, at, /^[a-z0-9][a-z0-9-]{0,63}$/, 'not_a_name')),
    foundation: members.readOptional('foundation', readPin, null),
    connection: members.read('connection', readConnection),
    protocolVersion: members.readOptional('protocolVersion', (date, at) => readPattern(date, at, /^\d{4}-\d{2}-\d{2}$/, 'not_a_revision'), null),
    snapshot: members.read('snapshot', readSnapshotReference),
    tools,
    subjects: members.readOptional('subjects', readSubjects, null),
    policy,
    bounds,
    onUnmappedAdded: members.readOptional('onUnmappedAdded', (word, at) => readChoice(word, at, ['refuse', 'ignore']), 'refuse')
  }
}

function readRoot(source: string | Uint8Array, file: string): JsonObject {
  const place = profilePlace(file)
  const text = typeof source === 'string' ? source : decode(source, place)
  try {
    return readObject(parseJson(text, MAX_DEPTH), place)
  } catch (error) {
    if (hasCode(error, 'json_invalid')) {
      const { reason, offset } = error.details
      // Of a document, only the reasons of JSON texts occur; `not_json_rpc` and the like are for messages.
      const known = (['byte_order_mark', 'syntax', 'duplicate_member', 'number_length'] as const).find((one) => one === reason)
      throw profilePlace(file, locateOffset(text, offset)).fault(known ?? 'syntax', error)
    }
    if (hasCode(error, 'bound_exceeded')) throw place.fault('too_deep', error)
    throw error
  }
}

function decode(bytes: Uint8Array, place: Place): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw place.fault('not_utf8', cause)
  }
}

/** A draft has null where a person has to decide. The first one is refused, and the cause names all of them. */
function refuseOpenPlaces(value: JsonObject, place: Place): void {
  const open = [...openPlaces(value, place)]
  if (open[0] !== undefined) throw open[0].fault('not_filled_in', { open: open.map(({ pointer }) => pointer) })
}

function* openPlaces(value: JsonValue, place: Place): Iterable<Place> {
  if (value === null) yield place
  else if (Array.isArray(value)) for (const [index, item] of (value as readonly JsonValue[]).entries()) yield* openPlaces(item, place.at(index))
  else if (isJsonObject(value)) for (const [name, member] of Object.entries(value)) yield* openPlaces(member, place.at(name))
}

/** A profile is reviewed by people: what they cannot see in it would be read by a model all the same. */
function refuseUnseenText(value: JsonObject, file: string): void {
  const asTool = { name: null, digest: '', status: 'usable', descriptor: value } as const
  const findings = findFindings({ tools: [asTool], instructions: null })
  const unseen = findings.find(({ kind }) => kind !== 'exact_number')
  if (unseen !== undefined) throw profilePlace(file, unseen.pointer).fault('unseen_text')
}

function readPin(value: JsonValue, place: Place): FoundationPin {
  const members = readMembers(value, place, ['version', 'revision'])
  return {
    version: members.read('version', (text, at) => readPattern(text, at, /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,64})?$/, 'not_a_version')),
    revision: members.read('revision', (text, at) => readPattern(text, at, /^[0-9a-f]{40}$/, 'not_a_git_revision'))
  }
}

function readSnapshotReference(value: JsonValue, place: Place): RunProfileDocument['snapshot'] {
  const members = readMembers(value, place, ['path', 'digest'])
  return {
    path: members.read('path', readPath),
    digest: members.read('digest', (text, at) => readPattern(text, at, /^sha256:[0-9a-f]{64}$/, 'not_a_digest'))
  }
}

function readTools(value: JsonValue, place: Place): readonly MappedTool[] {
  const tools = readList(value, place, readMappedTool)
  if (tools.length === 0) throw place.fault('empty')
  for (const member of ['remote', 'name'] as const) {
    const known = new Set<string>()
    for (const [index, tool] of tools.entries()) {
      if (known.has(tool[member])) throw place.at(index).at(member).fault('duplicate')
      known.add(tool[member])
    }
  }
  judgeTiers(tools, place)
  return tools
}

/** A limit of one tool that is wider than that of all would hold nobody to anything. */
function checkLimits(tools: readonly MappedTool[], { callDeadlineMs, maxResultBytes }: Bounds, place: Place): void {
  for (const [index, tool] of tools.entries()) {
    if ((tool.deadlineMs ?? 0) > callDeadlineMs) throw place.at(index).at('deadlineMs').fault('over_ceiling')
    if ((tool.maxResultBytes ?? 0) > maxResultBytes) throw place.at(index).at('maxResultBytes').fault('over_ceiling')
  }
}

/** An empty list would be a profile that nobody can use. */
function readSubjects(value: JsonValue, place: Place): readonly string[] {
  const subjects = readSet(value, place, (subject, at) => readText(subject, at, 512))
  if (subjects.length === 0) throw place.fault('empty')
  return subjects
}

function readPolicy(value: JsonValue, place: Place): ProfilePolicy {
  const members = readMembers(value, place, [], ['version', 'allow', 'approve', 'deny'])
  const globs = (name: string): readonly string[] =>
    members.readOptional(name, (list, at) => readSet(list, at, (glob, where) => readPattern(glob, where, GLOB, 'not_a_glob')), [])
  const version = members.readOptional('version', (text, at) => readText(text, at, 128), null)
  return { version, allow: globs('allow'), approve: globs('approve'), deny: globs('deny') }
}

function readDeadlines(value: JsonValue, place: Place): Partial<Bounds> {
  const members = readMembers(value, place, [], ['connectMs', 'callMs'])
  const read = (name: string, bound: 'connectDeadlineMs' | 'callDeadlineMs'): Partial<Bounds> =>
    members.readOptional(name, (count, at) => ({ [bound]: readCount(count, at, BOUND_CEILINGS[bound]) }), {})
  return { ...read('connectMs', 'connectDeadlineMs'), ...read('callMs', 'callDeadlineMs') }
}

/** Every bound of the foundation but the two that `deadlines` has. */
function readBounds(value: JsonValue, place: Place): Partial<Bounds> {
  const names = (Object.keys(BOUND_CEILINGS) as BoundName[]).filter((name) => !name.endsWith('DeadlineMs'))
  const members = readMembers(value, place, [], names)
  return Object.fromEntries(
    names.filter((name) => members.has(name)).map((name) => [name, members.read(name, (count, at) => readCount(count, at, BOUND_CEILINGS[name]))])
  )
}
