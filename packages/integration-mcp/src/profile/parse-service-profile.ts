import { BOUND_CEILINGS, DEFAULT_BOUNDS, findFindings, parseJson, parseSnapshot, stringifyJson } from '@b10x/mcp-foundation'
import type { FoundationPin, JsonObject, JsonValue, ToolSnapshot } from '@b10x/mcp-foundation'
import { TOOL_EFFECTS } from '@b10x/ports'
import type { Bounds } from '@b10x/ports'
import { GovernedError, hasCode } from '@b10x/ports/errors'
import { freezeDeep } from '../freeze-deep.ts'
import { orderOperations } from './map-operations.ts'
import { profilePlace } from './profile-place.ts'
import type { Place } from './profile-place.ts'
import { isJsonObject, readChoice, readMembers, readObject, readPattern, readText } from './read-value.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import { ENDPOINT_REF, SERVICE_CONTRACT } from './service-profile.ts'
import type { MappedOperation, ServiceProfile } from './service-profile.ts'

/** A profile nests a snapshot file, which nests descriptors. */
const MAX_DEPTH = BOUND_CEILINGS.maxJsonDepth + 16

const REQUIRED = ['contract', 'serviceRef', 'connection', 'provider', 'snapshot', 'operations'] as const

/** Services, Connections, credentials. No upper case: what is random mostly has some. */
const REF = /^[a-z0-9][a-z0-9._:/-]{0,127}$/
const OPERATION_REF = /^(?=.{1,128}$)[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/

/**
 * Reads a service profile strictly: no member twice, none unknown, nothing left open, no secret, no text that cannot be
 * seen; numbers keep every digit. Everything below a `descriptor` is taken as the server wrote it. All digests of the
 * snapshot are computed anew.
 * @param file the path as the caller named it: it appears in errors
 * @param bounds `maxSchemaNodes` decides which tools can be called, as it does when a listing is frozen
 * @throws GovernedError `contract_unsupported`, `secret_in_document`, `member_unknown`, `profile_invalid`,
 *   `snapshot_digest_mismatch`, `operation_duplicate`, `mapped_tool_absent`, `tool_unmapped`
 */
export function parseServiceProfile(source: string | Uint8Array, file: string, bounds: Pick<Bounds, 'maxSchemaNodes'> = DEFAULT_BOUNDS): ServiceProfile {
  const place = profilePlace(file)
  const root = readRoot(source, place)
  // First of all: another contract has other members.
  if (!Object.hasOwn(root, 'contract') || root['contract'] !== SERVICE_CONTRACT) throw new GovernedError('contract_unsupported', { file })
  const { snapshot: reviewed, ...own } = root
  refuseSecrets(own, place)
  if (isJsonObject(reviewed ?? null)) refuseSecrets((reviewed as JsonObject)['endpoint'] ?? null, place.at('snapshot').at('endpoint'))
  refuseOpenPlaces(own, place)
  refuseUnseenText(own, file)
  return readProfile(root, place, bounds)
}

function readProfile(root: JsonObject, place: Place, bounds: Pick<Bounds, 'maxSchemaNodes'>): ServiceProfile {
  const members = readMembers(root, place, REQUIRED, ['foundation'])
  const operations = members.read('operations', readOperations)
  const profile = {
    contract: SERVICE_CONTRACT,
    serviceRef: members.read('serviceRef', readRef),
    connection: members.read('connection', readConnection),
    provider: members.read('provider', readProvider),
    foundation: members.has('foundation') ? members.read('foundation', readPin) : null,
    snapshot: members.read('snapshot', (value, at) => readSnapshot(value, at, bounds))
  } as const
  return freezeDeep({ ...profile, operations: orderOperations(operations, profile.snapshot) })
}

function readRoot(source: string | Uint8Array, place: Place): JsonObject {
  try {
    return readObject(parseJson(typeof source === 'string' ? source : decode(source, place), MAX_DEPTH), place)
  } catch (error) {
    if (hasCode(error, 'json_invalid')) {
      const { reason } = error.details
      const known = (['byte_order_mark', 'syntax', 'duplicate_member', 'number_length'] as const).find((one) => one === reason)
      throw place.fault(known ?? 'syntax', error)
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
function refuseOpenPlaces(value: JsonValue, place: Place): void {
  const open = [...openPlaces(value, place)]
  if (open[0] !== undefined) throw open[0].fault('not_filled_in', { open: open.map(({ pointer }) => pointer) })
}

function* openPlaces(value: JsonValue, place: Place): Iterable<Place> {
  if (value === null) yield place
  else if (isJsonObject(value)) for (const [name, member] of Object.entries(value)) yield* openPlaces(member, place.at(name))
}

/** A profile is reviewed by people: they see all of it, or it is refused. */
function refuseUnseenText(own: JsonObject, file: string): void {
  const asTool = { name: null, digest: '', status: 'usable', descriptor: own } as const
  const unseen = findFindings({ tools: [asTool], instructions: null }).find(({ kind }) => kind !== 'exact_number')
  if (unseen !== undefined) throw profilePlace(file, unseen.pointer).fault('unseen_text')
}

function readRef(value: JsonValue, place: Place): string {
  return readPattern(value, place, REF, 'not_a_ref')
}

function readConnection(value: JsonValue, place: Place): ServiceProfile['connection'] {
  const members = readMembers(value, place, ['ref', 'endpointRef'], ['credentialRef'])
  const ref = members.read('ref', readRef)
  const connection = { ref, endpointRef: members.read('endpointRef', (word, at): typeof ENDPOINT_REF => readChoice(word, at, [ENDPOINT_REF])) }
  return members.has('credentialRef') ? { ...connection, credentialRef: members.read('credentialRef', readRef) } : connection
}

function readProvider(value: JsonValue, place: Place): ServiceProfile['provider'] {
  const members = readMembers(value, place, ['displayName'], ['homepage'])
  const displayName = members.read('displayName', (text, at) => readText(text, at, 128))
  return members.has('homepage') ? { displayName, homepage: members.read('homepage', readHomepage) } : { displayName }
}

function readHomepage(value: JsonValue, place: Place): string {
  const text = readText(value, place, 2048)
  if (!/^https:\/\/\S+$/.test(text) || !URL.canParse(text)) throw place.fault('not_an_address')
  return text
}

function readPin(value: JsonValue, place: Place): FoundationPin {
  const members = readMembers(value, place, ['version', 'revision'])
  return {
    version: members.read('version', (text, at) => readPattern(text, at, /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,64})?$/, 'not_a_version')),
    revision: members.read('revision', (text, at) => readPattern(text, at, /^[0-9a-f]{40}$/, 'not_a_git_revision'))
  }
}

function readOperations(value: JsonValue, place: Place): readonly MappedOperation[] {
  return Object.entries(readObject(value, place)).map(([remoteName, entry]) => {
    const members = readMembers(entry, place.at(remoteName), ['operationRef', 'title', 'description', 'effect'])
    return {
      remoteName,
      operationRef: members.read('operationRef', (ref, at) => readPattern(ref, at, OPERATION_REF, 'not_an_operation_ref')),
      title: members.read('title', (text, at) => readText(text, at, 128)),
      description: members.read('description', (text, at) => readText(text, at, 4096)),
      effect: members.read('effect', (effect, at) => readChoice(effect, at, TOOL_EFFECTS))
    }
  })
}

/** The snapshot is a document of its own. Written and read again, it keeps every digit. */
function readSnapshot(value: JsonValue, place: Place, bounds: Pick<Bounds, 'maxSchemaNodes'>): ToolSnapshot {
  const snapshot = parseEmbedded(value, place, bounds)
  // What was listed over another transport may have been listed for somebody else, and headers are mirrored over HTTP.
  if (snapshot.endpoint.transport !== 'streamable-http') throw place.at('endpoint').at('transport').fault('not_http')
  return snapshot
}

function parseEmbedded(value: JsonValue, { file, pointer }: Place, bounds: Pick<Bounds, 'maxSchemaNodes'>): ToolSnapshot {
  try {
    return parseSnapshot(stringifyJson(value), bounds)
  } catch (error) {
    if (!hasCode(error, 'snapshot_invalid')) throw error
    const at = { file, pointer: `${pointer}${error.details.pointer}` }
    if (error.details.reason === 'unknown_member') throw new GovernedError('member_unknown', at)
    throw new GovernedError('profile_invalid', { ...at, reason: error.details.reason }, { cause: error })
  }
}
