import { canonicalize } from '../json/canonicalize.ts'
import { ExactNumber } from '../json/exact-number.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import { spend } from './run.ts'
import type { Run } from './run.ts'

/** What the engine compares by itself. A double never equals an exact number: each value has one representation. */
export function isSimple(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null
}

/** Equal as JSON values (JSON Schema 2020-12, Core 4.2.2): 1 is 1.0, and members have no order. */
export function equalJson(a: JsonValue, b: JsonValue, run: Run): boolean {
  spend(run, 1)
  if (isSimple(a) || isSimple(b)) return a === b
  if (a instanceof ExactNumber || b instanceof ExactNumber) {
    return a instanceof ExactNumber && b instanceof ExactNumber && a.source === b.source
  }
  if (isJsonObject(a)) {
    if (!isJsonObject(b)) return false
    const names = Object.keys(a)
    spend(run, names.length)
    if (names.length !== Object.keys(b).length) return false
    return names.every((name) => Object.hasOwn(b, name) && equalJson(a[name] as JsonValue, b[name] as JsonValue, run))
  }
  const left = a as readonly JsonValue[]
  if (!Array.isArray(b) || left.length !== b.length) return false
  return left.every((item, index) => equalJson(item, b[index] as JsonValue, run))
}

/** True when no two of the values are equal. Values that the engine does not compare are compared by their canonical text. */
export function areDistinct(values: readonly JsonValue[], run: Run): boolean {
  spend(run, values.length)
  const simple = values.filter(isSimple)
  if (new Set(simple).size < simple.length) return false
  const texts = new Set<string>()
  for (const value of values) {
    if (isSimple(value)) continue
    const text = canonicalize(value)
    spend(run, TEXT_STEPS * text.length)
    if (texts.has(text)) return false
    texts.add(text)
  }
  return true
}

/** Steps per character of a canonical text, which costs more to write than a character of a pattern to read. */
const TEXT_STEPS = 4
