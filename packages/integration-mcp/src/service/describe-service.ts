import type { JsonObject, SnapshotTool } from '@b10x/mcp-foundation'
import type { ServiceFacts, ServiceOperation } from '@b10x/ports'
import { freezeDeep } from '../freeze-deep.ts'
import { isJsonObject } from '../profile/read-value.ts'
import type { MappedOperation, ServiceProfile } from '../profile/service-profile.ts'
import type { PreparedOperation } from './service-parts.ts'

/** Of a tool that cannot be called, no arguments fit. */
const NOTHING_FITS: JsonObject = Object.freeze({ not: Object.freeze({}) })

/** Each operation in local words. Of what the server wrote, only the schemas come along, as evidence of what fits. */
export function prepareOperations({ operations, snapshot }: ServiceProfile): ReadonlyMap<string, PreparedOperation> {
  const tools = new Map(snapshot.tools.map((tool) => [tool.name, tool]))
  return new Map(operations.map((operation) => [operation.operationRef, prepareOperation(operation, tools.get(operation.remoteName) as SnapshotTool)]))
}

function prepareOperation({ remoteName, operationRef, title, description, effect }: MappedOperation, tool: SnapshotTool): PreparedOperation {
  const inputSchema = schemaOf(tool, 'inputSchema') ?? NOTHING_FITS
  const outputSchema = schemaOf(tool, 'outputSchema')
  const facts: ServiceOperation = { operationRef, title, description, effect, inputSchema, ...(outputSchema === null ? {} : { outputSchema }) }
  return { facts: freezeDeep(facts), tool, remoteName, inputSchema }
}

function schemaOf({ descriptor, status }: SnapshotTool, member: string): JsonObject | null {
  if (status !== 'usable' || !isJsonObject(descriptor) || !Object.hasOwn(descriptor, member)) return null
  const schema = descriptor[member] ?? null
  return isJsonObject(schema) ? schema : null
}

export function factsOf({ serviceRef, provider, connection, snapshot }: ServiceProfile, operations: ReadonlyMap<string, PreparedOperation>): ServiceFacts {
  return freezeDeep({ serviceRef, provider, connection, snapshotDigest: snapshot.digest, operations: [...operations.values()].map(({ facts }) => facts) })
}
