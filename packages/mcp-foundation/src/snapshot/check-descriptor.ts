import type { Bounds } from '@b10x/ports'
import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { checkSchema } from './check-schema.ts'
import type { ToolStatus } from './tool-snapshot.ts'

/**
 * Judges one descriptor by itself (MCP 2026-07-28, `Tool`): one bad tool never hides the others.
 * Names beyond the recommended alphabet, unknown members and unknown annotation names are accepted.
 */
export function checkDescriptor(descriptor: JsonValue, bounds: Pick<Bounds, 'maxSchemaNodes'>): ToolStatus {
  if (!isJsonObject(descriptor)) return 'not_an_object'
  const name = ownMember(descriptor, 'name')
  if (typeof name !== 'string') return 'name_missing'
  if (name === '') return 'name_empty'
  if (!isOptional(descriptor, 'title', isString)) return 'title_invalid'
  if (!isOptional(descriptor, 'description', isString)) return 'description_invalid'
  if (!isOptional(descriptor, 'annotations', areAnnotations)) return 'annotations_invalid'
  const input = ownMember(descriptor, 'inputSchema')
  if (input === undefined) return 'input_schema_missing'
  if (!isJsonObject(input) || ownMember(input, 'type') !== 'object') return 'input_schema_not_object'
  const output = ownMember(descriptor, 'outputSchema')
  if (output !== undefined && !isJsonObject(output)) return 'output_schema_invalid'
  const fault = checkSchema(input, bounds.maxSchemaNodes)
  if (fault !== null) return fault
  return (output === undefined ? null : checkSchema(output, bounds.maxSchemaNodes)) ?? 'usable'
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

function areAnnotations(value: JsonValue): boolean {
  if (!isJsonObject(value) || !isOptional(value, 'title', isString)) return false
  return HINTS.every((hint) => isOptional(value, hint, (member) => typeof member === 'boolean'))
}

/** Absent is fine, null is not: it is a value of another type. */
function isOptional(object: JsonObject, name: string, accepts: (value: JsonValue) => boolean): boolean {
  const value = ownMember(object, name)
  return value === undefined || accepts(value)
}

function isString(value: JsonValue): boolean {
  return typeof value === 'string'
}
