import { readFileSync } from 'node:fs'
import { parseJson, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'

/** A profile of two tools: a number in a schema that no double holds, and server prose that looks like a secret. */
export const SAMPLE_TEXT: string = readFileSync(new URL('sample-profile.json', import.meta.url), 'utf8')

/** The text with the value at a pointer replaced, or removed where there is none. Other numbers keep their digits. */
export function editSample(pointer: string, value?: JsonValue): string {
  const keys = pointer.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return stringifyJson(edit(parseJson(SAMPLE_TEXT), keys, value) as JsonObject, 2)
}

function edit(document: JsonValue, [key = '', ...rest]: readonly string[], value: JsonValue | undefined): JsonValue {
  const change = (old: JsonValue | undefined): JsonValue | undefined => (rest.length === 0 ? value : edit(old ?? {}, rest, value))
  if (Array.isArray(document)) return (document as readonly JsonValue[]).flatMap((item, index) => (String(index) === key ? [change(item)].filter((one) => one !== undefined) : [item]))
  const entries = Object.entries(document as JsonObject)
  const known = entries.some(([name]) => name === key)
  const changed = (known ? entries : [...entries, [key, undefined as unknown as JsonValue] as const]).flatMap(([name, member]) => {
    const next = name === key ? change(member) : member
    return next === undefined ? [] : [[name, next] as const]
  })
  return Object.fromEntries(changed)
}
