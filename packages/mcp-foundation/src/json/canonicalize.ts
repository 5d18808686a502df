import type { JsonValue } from './json-value.ts'
import { writeJson } from './write-json.ts'

/**
 * The canonical form: RFC 8785 (JCS) with two additions (ADR 0002). A number that a double cannot hold keeps its exact
 * digits in the same layout; a lone surrogate is written as a lower-case `\udxxx` escape. Two values have one form
 * exactly when they are the same JSON value; key order and number spelling do not matter.
 * @throws TypeError for what is not JSON: a function, a date, NaN; `pointer` says where
 */
export function canonicalize(value: JsonValue): string {
  return writeJson(value, { sorted: true, indent: 0 })
}
