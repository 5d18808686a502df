import { isJsonObject, ownMember } from './is-json-object.ts'
import type { JsonValue } from './json-value.ts'

/** The value at an RFC 6901 pointer, or undefined; also for what is no pointer. */
export function resolvePointer(root: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined
  let value: JsonValue | undefined = root
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) {
      value = /^(?:0|[1-9]\d*)$/.test(name) ? (value as readonly JsonValue[])[Number(name)] : undefined
    } else {
      value = isJsonObject(value) ? ownMember(value, name) : undefined
    }
  }
  return value
}
