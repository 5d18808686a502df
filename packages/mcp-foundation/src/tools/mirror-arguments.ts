import { GovernedError } from '@b10x/ports/errors'
import { encodeHeaderValue } from '../eras/encode-header-value.ts'
import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { escapePointer } from '../json/write-json.ts'
import { readHeaderAnnotations } from '../snapshot/header-annotations.ts'
import type { HeaderAnnotation } from '../snapshot/header-annotations.ts'
import type { HeaderList } from '../transport/transport.ts'

/**
 * The `Mcp-Param-*` headers of a call, from the frozen schema (MCP 2026-07-28, Streamable HTTP). An absent or null value
 * has none; a value of another type than declared is refused here, since the server would have to refuse it.
 * @throws GovernedError `arguments_invalid` header_value
 */
export function mirrorArguments(inputSchema: JsonObject, args: JsonObject): HeaderList {
  return annotationsOf(inputSchema).flatMap((annotation) => {
    const value = valueAt(args, annotation.path)
    return value === undefined || value === null ? [] : [[annotation.header, encodeHeaderValue(textOf(value, annotation))] as const]
  })
}

/** Read once: a frozen schema does not change, and most have none. */
const known = new WeakMap<JsonObject, readonly HeaderAnnotation[]>()

function annotationsOf(inputSchema: JsonObject): readonly HeaderAnnotation[] {
  const read = known.get(inputSchema)
  if (read !== undefined) return read
  const annotations = readHeaderAnnotations(inputSchema) ?? []
  known.set(inputSchema, annotations)
  return annotations
}

function valueAt(args: JsonObject, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = args
  for (const name of path) value = isJsonObject(value) ? ownMember(value, name) : undefined
  return value
}

function textOf(value: JsonValue, { type, path }: HeaderAnnotation): string {
  if (type === 'string' && typeof value === 'string') return value
  if (type === 'boolean' && typeof value === 'boolean') return String(value)
  // Integers beyond a double have no agreed comparison on the other side.
  if (type === 'integer' && typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  throw new GovernedError('arguments_invalid', { pointer: path.map((name) => `/${escapePointer(name)}`).join(''), reason: 'header_value' })
}
