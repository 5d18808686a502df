import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { indexSchema } from '../json-schema/index-schema.ts'
import type { SchemaFault } from '../json-schema/schema-index.ts'
import { HEADER_ANNOTATION, readHeaderAnnotations } from './header-annotations.ts'
import type { ToolStatus } from './tool-snapshot.ts'

/** What decides about a descriptor beside itself. */
export interface DescriptorRules {
  readonly maxSchemaNodes: number
  /** Arguments travel in headers, too: the modern era over HTTP. */
  readonly mirrorsHeaders: boolean
  /** The server runs calls as tasks when a tool says so (MCP 2025-11-25, tasks). */
  readonly runsTasks: boolean
}

/**
 * Judges one descriptor by itself (MCP 2026-07-28, `Tool`): one bad tool never hides the others.
 * Names beyond the recommended alphabet, unknown members and unknown annotation names are accepted.
 * @param canonical the canonical form of the descriptor
 */
export function checkDescriptor(descriptor: JsonValue, rules: DescriptorRules, canonical: string): ToolStatus {
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
  if (rules.runsTasks && demandsTask(descriptor)) return 'task_required'
  const faultOf = (schema: JsonObject): SchemaFault | null => indexSchema(schema, rules.maxSchemaNodes).fault
  const fault = faultOf(input) ?? (output === undefined ? null : faultOf(output))
  if (fault !== null) return fault
  // Few schemas are annotated, and a search is much cheaper than a walk.
  const isAnnotated = rules.mirrorsHeaders && canonical.includes(HEADER_ANNOTATION)
  return isAnnotated && readHeaderAnnotations(input) === null ? 'header_annotation_invalid' : 'usable'
}

/** A plain call of such a tool must be answered with -32601, so it is not offered at all. */
function demandsTask(descriptor: JsonObject): boolean {
  const execution = ownMember(descriptor, 'execution')
  return isJsonObject(execution) && ownMember(execution, 'taskSupport') === 'required'
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
