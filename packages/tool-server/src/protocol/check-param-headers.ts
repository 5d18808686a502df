import type { JsonObject, JsonValue } from '@b10x/ports'
import type { RequestHead } from '../http/request-head.ts'
import type { HeaderAnnotation } from './header-annotations.ts'
import { decodeHeaderValue } from './header-value.ts'
import { isJsonObject, ownMember } from './json-members.ts'

const DECIMAL = /^-?\d{1,32}(?:\.\d{1,32})?$/

/**
 * True when every annotated argument equals its `Mcp-Param-*` header and no header stands for an absent one (MCP
 * 2026-07-28, Streamable HTTP, custom headers). Integers are compared as numbers.
 * @param demanded false for older requests: a header may be absent, but not wrong
 */
export function mirrorsParameters(annotations: readonly HeaderAnnotation[], args: JsonObject, head: RequestHead, demanded: boolean): boolean {
  return annotations.every((annotation) => {
    const lines = head.headerLines(annotation.header)
    const value = valueAt(args, annotation.path)
    const [line] = lines
    if (line === undefined) return !demanded || value === undefined || value === null
    if (lines.length > 1 || value === undefined || value === null) return false
    return equals(decodeHeaderValue(line), value)
  })
}

function valueAt(args: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = args
  for (const name of path) value = isJsonObject(value) ? ownMember(value, name) : undefined
  return value
}

/** By the value that came, whatever type was declared: that is the schema's to judge. */
function equals(text: string | null, value: JsonValue): boolean {
  if (text === null) return false
  if (typeof value === 'string' || typeof value === 'boolean') return text === String(value)
  // Beyond a double nothing is agreed on how to compare.
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER && DECIMAL.test(text) && Number(text) === value
}
