import { DEFAULT_BOUNDS } from '../bounds/default-bounds.ts'
import { JsonReader } from './json-reader.ts'
import type { JsonValue } from './json-value.ts'

/**
 * Reads one JSON document strictly and without loss.
 * @param maxDepth nesting of arrays and objects, by default the `maxJsonDepth` bound
 * @throws GovernedError `json_invalid` with the reason and the character offset, `bound_exceeded` for the depth
 */
export function parseJson(text: string, maxDepth: number = DEFAULT_BOUNDS.maxJsonDepth): JsonValue {
  return new JsonReader(text, maxDepth).readDocument()
}
