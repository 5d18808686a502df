import { ExactNumber } from '../json/exact-number.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { escapePointer } from '../json/write-json.ts'

/** The RFC 6901 pointer at which an object stands in a document, or null. Found by looking: it is only asked after a failure. */
export function locateSchema(document: JsonValue, wanted: JsonObject): string | null {
  if (document === wanted) return ''
  if (typeof document !== 'object' || document === null || document instanceof ExactNumber) return null
  for (const [name, member] of Object.entries(document)) {
    const below = locateSchema(member as JsonValue, wanted)
    if (below !== null) return `/${escapePointer(name)}${below}`
  }
  return null
}
