import type { JsonValue } from './json-value.ts'
import { writeJson } from './write-json.ts'

/**
 * Writes a value with its exact numbers as they were spelt, members in the order they have.
 * @param indent spaces per level; 0 writes one line
 * @throws TypeError for what is not JSON: a function, a date, NaN
 */
export function stringifyJson(value: JsonValue, indent: number = 0): string {
  return writeJson(value, { sorted: false, indent })
}
