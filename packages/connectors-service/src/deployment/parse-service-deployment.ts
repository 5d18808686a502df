import type { JsonValue } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { freezeDeep } from '../freeze-deep.ts'
import { deploymentPlace } from './deployment-place.ts'
import type { Place } from './deployment-place.ts'
import { isJsonList, isJsonObject, readBoolean, readChoice, readMembers, readObject, readPattern, readText, readTexts } from './read-value.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import { APPROVALS, DEPLOYMENT_CONTRACT, IDEMPOTENCIES, RISKS } from './service-deployment.ts'
import type { DeployedOperation, ServiceDeployment } from './service-deployment.ts'

/** Levels of a document; the format has three. */
const MAX_DEPTH = 16
const MAX_NAMES = 64
const MAX_DISPLAY_NAME = 128

/** Services, providers, Connections, credentials, grants. No upper case: what is random mostly has some. */
const REF = /^[a-z0-9][a-z0-9._:/-]{0,127}$/
const OPERATION_REF = /^(?=.{1,128}$)[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/
const POLICY_VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
/** As a token names it: a word or an address, in visible ASCII. */
const AUDIENCE = /^[!-~]{1,256}$/
/** What a screen does not show, or what turns text around; of spaces only the plain one is text. */
const UNSEEN = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u

const READ = new WeakSet<ServiceDeployment>()

/**
 * Reads a service deployment strictly: no member unknown, none absent, nothing left open, no secret, no text that cannot
 * be seen. There is no member that could say what the profile says: a deployment cannot widen one.
 * @param document as a strict reader of JSON gave it, which refuses members that stand twice
 * @param file the path as the caller named it: it appears in errors
 * @throws GovernedError `contract_unsupported`, `secret_in_document`, `member_unknown`, `deployment_invalid`
 */
export function parseServiceDeployment(document: JsonValue, file: string): ServiceDeployment {
  const place = deploymentPlace(file)
  const root = readObject(document, place)
  // First of all: another contract has other members.
  if (root['contract'] !== DEPLOYMENT_CONTRACT) throw new GovernedError('contract_unsupported', { file })
  refuseDepth(root, place, MAX_DEPTH)
  refuseSecrets(root, place)
  refuseOpenPlaces(root, place)
  const deployment = freezeDeep(readDeployment(root, place))
  READ.add(deployment)
  return deployment
}

/** Whether a value came out of the reader, and so holds what it demands. */
export function isReadDeployment(value: ServiceDeployment): boolean {
  return READ.has(value)
}

function readDeployment(root: JsonValue, place: Place): ServiceDeployment {
  const read = readMembers(root, place, ['contract', 'serviceRef', 'policyVersion', 'provider', 'connection', 'operations'])
  return {
    contract: DEPLOYMENT_CONTRACT,
    serviceRef: read('serviceRef', readRef),
    policyVersion: read('policyVersion', (value, at) => readPattern(value, at, POLICY_VERSION, 'not_a_version')),
    provider: read('provider', readProvider),
    connection: read('connection', readConnection),
    operations: read('operations', readOperations)
  }
}

function readRef(value: JsonValue, place: Place): string {
  return readPattern(value, place, REF, 'not_a_ref')
}

function readProvider(value: JsonValue, place: Place): ServiceDeployment['provider'] {
  const read = readMembers(value, place, ['id', 'displayName'])
  return { id: read('id', readRef), displayName: read('displayName', readDisplayName) }
}

function readDisplayName(value: JsonValue, place: Place): string {
  const text = readText(value, place, MAX_DISPLAY_NAME)
  if (UNSEEN.test(text)) throw place.fault('unseen_text')
  return text
}

function readConnection(value: JsonValue, place: Place): ServiceDeployment['connection'] {
  const read = readMembers(value, place, ['endpointRef'], ['credentialRef'])
  const endpointRef = read('endpointRef', readRef)
  return Object.hasOwn(value as object, 'credentialRef') ? { endpointRef, credentialRef: read('credentialRef', readRef) } : { endpointRef }
}

function readOperations(value: JsonValue, place: Place): readonly DeployedOperation[] {
  return Object.entries(readObject(value, place)).map(([operationRef, entry]) => {
    const at = place.at(operationRef)
    readPattern(operationRef, at, OPERATION_REF, 'not_an_operation_ref')
    const read = readMembers(entry, at, ['expose', 'risk', 'idempotency', 'approval', 'grants', 'audiences'])
    return {
      operationRef,
      expose: read('expose', readBoolean),
      risk: read('risk', (word, here) => readChoice(word, here, RISKS)),
      idempotency: read('idempotency', (word, here) => readChoice(word, here, IDEMPOTENCIES)),
      approval: read('approval', (word, here) => readChoice(word, here, APPROVALS)),
      grants: read('grants', (list, here) => readTexts(list, here, MAX_NAMES, readRef)),
      audiences: read('audiences', (list, here) => readTexts(list, here, MAX_NAMES, readAudience))
    }
  })
}

function readAudience(value: JsonValue, place: Place): string {
  return readPattern(value, place, AUDIENCE, 'not_an_audience')
}

function refuseDepth(value: JsonValue, place: Place, levels: number): void {
  if (levels < 0) throw place.fault('too_deep')
  for (const [name, inner] of membersOf(value)) refuseDepth(inner, place.at(name), levels - 1)
}

/** A draft has null where a person has to decide. The first one is refused, and the cause names all of them. */
function refuseOpenPlaces(value: JsonValue, place: Place): void {
  const open = [...openPlaces(value, place)]
  if (open[0] !== undefined) throw open[0].fault('not_filled_in', { open: open.map(({ pointer }) => pointer) })
}

function* openPlaces(value: JsonValue, place: Place): Iterable<Place> {
  if (value === null) yield place
  else for (const [name, inner] of membersOf(value)) yield* openPlaces(inner, place.at(name))
}

function membersOf(value: JsonValue): Iterable<readonly [string | number, JsonValue]> {
  if (isJsonList(value)) return value.entries()
  return isJsonObject(value) ? Object.entries(value) : []
}
