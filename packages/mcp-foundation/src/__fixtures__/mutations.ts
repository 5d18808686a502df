// Every way to change one thing in a JSON value, with the pointer at which a reader must see it.
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import { escapePointer } from '../json/write-json.ts'

export interface Mutation {
  readonly kind: 'member_added' | 'member_removed' | 'member_changed'
  readonly pointer: string
  readonly value: JsonValue
}

/** Replaces, removes and adds at every place of an object or an array; a root that is neither is only replaced. */
export function mutationsOf(value: JsonValue, pointer: string = ''): readonly Mutation[] {
  const changed: Mutation = { kind: 'member_changed', pointer, value: different(value) }
  if (Array.isArray(value)) return [changed, ...ofArray(value as readonly JsonValue[], pointer)]
  return isJsonObject(value) ? [changed, ...ofObject(value, pointer)] : [changed]
}

/** A value of another canonical form, as near as possible. */
function different(value: JsonValue): JsonValue {
  if (typeof value === 'string') return `${value} `
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value === 0 ? 1 : -value
  return value === null ? false : null
}

function ofObject(object: { readonly [member: string]: JsonValue }, pointer: string): readonly Mutation[] {
  const entries = Object.entries(object)
  const fresh = freshName(object)
  return [
    { kind: 'member_added', pointer: `${pointer}/${escapePointer(fresh)}`, value: Object.fromEntries([...entries, [fresh, null]]) },
    ...entries.flatMap(([name, member], index): readonly Mutation[] => {
      const place = `${pointer}/${escapePointer(name)}`
      const removed = Object.fromEntries(entries.filter((_, other) => other !== index))
      const inner = mutationsOf(member, place).map((mutation) => ({
        ...mutation,
        value: Object.fromEntries(entries.map((entry, other) => (other === index ? [name, mutation.value] : entry))) as JsonValue
      }))
      return [{ kind: 'member_removed', pointer: place, value: removed }, ...inner]
    })
  ]
}

/** Only at the end does an array gain or lose one place and no other changes. */
function ofArray(array: readonly JsonValue[], pointer: string): readonly Mutation[] {
  const last = array.length - 1
  const removed: Mutation = { kind: 'member_removed', pointer: `${pointer}/${last}`, value: array.slice(0, -1) }
  return [
    { kind: 'member_added', pointer: `${pointer}/${array.length}`, value: [...array, {}] },
    ...(last < 0 ? [] : [removed]),
    ...array.flatMap((element, index) =>
      mutationsOf(element, `${pointer}/${index}`).map((mutation) => ({
        ...mutation,
        value: array.map((other, place) => (place === index ? mutation.value : other))
      }))
    )
  ]
}

function freshName(object: { readonly [member: string]: JsonValue }): string {
  let name = '_meta/x~y'
  while (Object.hasOwn(object, name)) name += '.'
  return name
}
