/** The small checks that a strict document is read with. Each refuses at its place. */
import { ExactNumber } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { Place, ServiceProfileFault } from './profile-place.ts'

/** Members of an object, each looked at where it stands. */
export interface Members {
  has(name: string): boolean
  read<T>(name: string, read: (value: JsonValue, place: Place) => T): T
}

/**
 * An object with every required member and no unknown one: what a reader skips, nobody has reviewed.
 * @throws GovernedError `member_unknown`, `profile_invalid`
 */
export function readMembers(value: JsonValue, place: Place, required: readonly string[], optional: readonly string[] = []): Members {
  const object = readObject(value, place)
  for (const name of Object.keys(object)) {
    if (required.includes(name) || optional.includes(name)) continue
    throw new GovernedError('member_unknown', { file: place.file, pointer: place.at(name).pointer })
  }
  for (const name of required) {
    if (!Object.hasOwn(object, name)) throw place.at(name).fault('missing_member')
  }
  return {
    has: (name) => Object.hasOwn(object, name),
    read: (name, read) => read(object[name] as JsonValue, place.at(name))
  }
}

export function readObject(value: JsonValue, place: Place): JsonObject {
  if (isJsonObject(value)) return value
  throw place.fault('not_an_object')
}

/** A text of 1 to `maxLength` UTF-16 units. */
export function readText(value: JsonValue, place: Place, maxLength: number): string {
  if (typeof value !== 'string') throw place.fault('not_a_string')
  if (value.trim() === '') throw place.fault('empty')
  if (value.length > maxLength) throw place.fault('too_long')
  return value
}

export function readPattern(value: JsonValue, place: Place, pattern: RegExp, reason: ServiceProfileFault): string {
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

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
}
