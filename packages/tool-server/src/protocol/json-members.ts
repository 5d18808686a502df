import { ExactNumber } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/ports'

/** True for a JSON object: no array, no null, no exact number. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
}

/** An own member, or undefined: inherited names such as `toString` are absent. */
export function ownMember(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
