import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/json-value.ts'
import { subschemasOf } from './subschemas.ts'

/** An argument that travels in a header, too (`x-mcp-header`, MCP 2026-07-28, Streamable HTTP). */
export interface HeaderAnnotation {
  /** `mcp-param-` and the annotated name, in lower case. */
  readonly header: string
  /** Where the value stands in the arguments. */
  readonly path: readonly string[]
  readonly type: 'integer' | 'string' | 'boolean'
}

/** The keyword that annotates a property. */
export const HEADER_ANNOTATION = 'x-mcp-header'
/** A token of RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * The annotations of an input schema, or null when one of them breaks a rule: not a token, twice ignoring case, a type
 * other than integer, string or boolean, or not reachable from the root through `properties` alone.
 */
export function readHeaderAnnotations(schema: JsonObject): readonly HeaderAnnotation[] | null {
  const found: HeaderAnnotation[] = []
  const headers = new Set<string>()
  return collect(schema, [], found, headers) ? found : null
}

/** @param path null below any keyword but `properties` */
function collect(schema: JsonObject, path: readonly string[] | null, found: HeaderAnnotation[], headers: Set<string>): boolean {
  const name = ownMember(schema, HEADER_ANNOTATION)
  if (name !== undefined) {
    const type = ownMember(schema, 'type')
    if (path === null || path.length === 0 || typeof name !== 'string' || !TOKEN.test(name)) return false
    if (type !== 'integer' && type !== 'string' && type !== 'boolean') return false
    const header = `mcp-param-${name.toLowerCase()}`
    if (headers.has(header)) return false
    headers.add(header)
    found.push({ header, path, type })
  }
  for (const inner of subschemasOf(schema)) {
    if (!isJsonObject(inner.schema)) continue
    const below = path !== null && inner.keyword === 'properties' && inner.name !== null ? [...path, inner.name] : null
    if (!collect(inner.schema, below, found, headers)) return false
  }
  return true
}
