/** The small checks that a deployment is read with. Each refuses at its place. */
import type { JsonObject, JsonValue } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { DeploymentFault, Place } from './deployment-place.ts'

/** Reads one value where it stands. */
export type Read<T> = (value: JsonValue, place: Place) => T

/**
 * An object with exactly these members: what a reader skips, nobody has reviewed.
 * @throws GovernedError `member_unknown`, `deployment_invalid`
 */
export function readMembers(value: JsonValue, place: Place, required: readonly string[], optional: readonly string[] = []): <T>(name: string, read: Read<T>) => T {
  const object = readObject(value, place)
  for (const name of Object.keys(object)) {
    if (required.includes(name) || optional.includes(name)) continue
    throw new GovernedError('member_unknown', { file: place.file, pointer: place.at(name).pointer })
  }
  for (const name of required) {
    if (!Object.hasOwn(object, name)) throw place.at(name).fault('missing_member')
  }
  return (name, read) => read(object[name] as JsonValue, place.at(name))
}

export function readObject(value: JsonValue, place: Place): JsonObject {
  if (isJsonObject(value)) return value
  throw place.fault('not_an_object')
}

/** One to `most` texts, each once. */
export function readTexts(value: JsonValue, place: Place, most: number, read: Read<string>): readonly string[] {
  if (!isJsonList(value)) throw place.fault('not_a_list')
  if (value.length === 0) throw place.fault('empty')
  if (value.length > most) throw place.fault('too_many')
  const texts = value.map((item, index) => read(item, place.at(index)))
  const again = texts.findIndex((text, index) => texts.indexOf(text) !== index)
  if (again !== -1) throw place.at(again).fault('duplicate')
  return texts
}

/** A text of 1 to `maxLength` UTF-16 units that shows something. */
export function readText(value: JsonValue, place: Place, maxLength: number): string {
  if (typeof value !== 'string') throw place.fault('not_a_string')
  if (value.trim() === '') throw place.fault('empty')
  if (value.length > maxLength) throw place.fault('too_long')
  return value
}

export function readPattern(value: JsonValue, place: Place, pattern: RegExp, reason: DeploymentFault): string {
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

/** Objects as readers of JSON make them. An exact number is an object of a class. */
export function isJsonObject(value: JsonValue): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

export function isJsonList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
