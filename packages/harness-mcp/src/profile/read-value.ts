/** The small checks that a strict file is read with. Each refuses at its place with `profile_invalid`. */
import { ExactNumber } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import type { Place, ProfileFault } from './profile-place.ts'

/** Members of an object, each looked at where it stands. */
export interface Members {
  readonly place: Place
  has(name: string): boolean
  /** The value and its place; the member is there. */
  read<T>(name: string, read: (value: JsonValue, place: Place) => T): T
  /** The same, or `absent` where the member is not there. */
  readOptional<T, A>(name: string, read: (value: JsonValue, place: Place) => T, absent: A): T | A
}

/** An object with every required member and no unknown one: what a reader skips, nobody has reviewed. */
export function readMembers(value: JsonValue, place: Place, required: readonly string[], optional: readonly string[] = []): Members {
  const object = readObject(value, place)
  for (const name of Object.keys(object)) {
    if (!required.includes(name) && !optional.includes(name)) throw place.at(name).fault('unknown_member')
  }
  for (const name of required) {
    if (!Object.hasOwn(object, name)) throw place.at(name).fault('missing_member')
  }
  const has = (name: string): boolean => Object.hasOwn(object, name)
  return {
    place,
    has,
    read: (name, read) => read(object[name] as JsonValue, place.at(name)),
    readOptional: (name, read, absent) => (has(name) ? read(object[name] as JsonValue, place.at(name)) : absent)
  }
}

export function readObject(value: JsonValue, place: Place): JsonObject {
  if (isJsonObject(value)) return value
  throw place.fault('not_an_object')
}

export function readList<T>(value: JsonValue, place: Place, read: (item: JsonValue, place: Place) => T): readonly T[] {
  if (!Array.isArray(value)) throw place.fault('not_an_array')
  return (value as readonly JsonValue[]).map((item, index) => read(item, place.at(index)))
}

/** A list without a value that stands there twice. */
export function readSet(value: JsonValue, place: Place, read: (item: JsonValue, place: Place) => string): readonly string[] {
  const items = readList(value, place, read)
  const twice = items.findIndex((item, index) => items.indexOf(item) !== index)
  if (twice !== -1) throw place.at(twice).fault('duplicate')
  return items
}

/** A text of 1 to `maxLength` UTF-16 units. */
export function readText(value: JsonValue, place: Place, maxLength: number): string {
  if (typeof value !== 'string') throw place.fault('not_a_string')
  if (value.trim() === '') throw place.fault('empty')
  if (value.length > maxLength) throw place.fault('too_long')
  return value
}

export function readPattern(value: JsonValue, place: Place, pattern: RegExp, reason: ProfileFault): string {
  if (typeof value !== 'string') throw place.fault('not_a_string')
  if (!pattern.test(value)) throw place.fault(reason)
  return value
}

export function readChoice<const C extends string>(value: JsonValue, place: Place, choices: readonly C[]): C {
  if (typeof value !== 'string') throw place.fault('not_a_string')
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw place.fault('unknown_value')
  return found
}

export function readBoolean(value: JsonValue, place: Place): boolean {
  if (typeof value !== 'boolean') throw place.fault('not_a_boolean')
  return value
}

/** A positive whole number up to its ceiling. */
export function readCount(value: JsonValue, place: Place, ceiling: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) throw place.fault('not_a_count')
  if (value > ceiling) throw place.fault('over_ceiling')
  return value
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
}
