import { readFileSync } from 'node:fs'
import type { JsonObject, JsonValue } from '@b10x/ports'
import { parseServiceDeployment } from '../deployment/parse-service-deployment.ts'
import type { ServiceDeployment } from '../deployment/service-deployment.ts'

/** Two operations, one of them hidden. */
export const SAMPLE_TEXT: string = readFileSync(new URL('sample-deployment.json', import.meta.url), 'utf8')

/** The sample with the value at a pointer replaced, or removed where there is none. */
export function editSample(pointer: string, value?: JsonValue): JsonValue {
  const keys = pointer.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return edit(JSON.parse(SAMPLE_TEXT) as JsonValue, keys, value)
}

function edit(document: JsonValue, [key = '', ...rest]: readonly string[], value: JsonValue | undefined): JsonValue {
  const members = new Map(Object.entries(document as JsonObject))
  const next = rest.length === 0 ? value : edit(members.get(key) ?? {}, rest, value)
  if (next === undefined) members.delete(key)
  else members.set(key, next)
  return Array.isArray(document) ? [...members.values()] : Object.fromEntries(members)
}

/** A deployment of a service, every operation exposed to `desk` unless changes say otherwise. */
export function deploymentOf(serviceRef: string, operationRefs: readonly string[], changes: JsonObject = {}, operationChanges: JsonObject = {}): ServiceDeployment {
  const operation = { expose: true, risk: 'low', idempotency: 'idempotent', approval: 'none', grants: ['g-1'], audiences: ['desk'], ...operationChanges }
  const document = {
    contract: 'b10x.service-deployment.v1',
    serviceRef,
    policyVersion: '1',
    provider: { id: `${serviceRef}-provider`, displayName: 'Provider' },
    connection: { endpointRef: 'mcp_connection', credentialRef: `${serviceRef}-token` },
    operations: Object.fromEntries(operationRefs.map((ref) => [ref, operation])),
    ...changes
  }
  return parseServiceDeployment(document, 'd.json')
}
