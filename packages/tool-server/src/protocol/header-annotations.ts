import type { JsonObject, JsonValue } from '@b10x/ports'
import { isJsonObject, ownMember } from './json-members.ts'

/** An argument that travels in a header, too (`x-mcp-header`, MCP 2026-07-28, Streamable HTTP). */
export interface HeaderAnnotation {
  /** `mcp-param-` and the annotated name, in lower case. */
  readonly header: string
  /** Where the value stands in the arguments. */
  readonly path: readonly string[]
  readonly type: 'integer' | 'string' | 'boolean'
}

const KEYWORD = 'x-mcp-header'
/** A token of RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Keywords whose members are names, not keywords. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'])
/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])

/**
 * The annotations of an input schema, or null when one of them breaks a rule: a client would have to drop the whole tool.
 */
export function readHeaderAnnotations(schema: JsonObject): readonly HeaderAnnotation[] | null {
  const found: HeaderAnnotation[] = []
  return collect(schema, [], found) ? found : null
}

/** @param path null below any keyword but `properties` */
function collect(schema: JsonObject, path: readonly string[] | null, found: HeaderAnnotation[]): boolean {
  const name = ownMember(schema, KEYWORD)
  if (name !== undefined) {
    const type = ownMember(schema, 'type')
    if (path === null || path.length === 0 || typeof name !== 'string' || !TOKEN.test(name)) return false
    if (type !== 'integer' && type !== 'string' && type !== 'boolean') return false
    const header = `mcp-param-${name.toLowerCase()}`
    if (found.some((other) => other.header === header)) return false
    found.push({ header, path, type })
  }
  return Object.entries(schema).every(([keyword, value]) => {
    if (DATA.has(keyword)) return true
    if (!MAPS.has(keyword) || !isJsonObject(value)) return collectBelow(value, found)
    return Object.entries(value).every(([member, inner]) => {
      if (!isJsonObject(inner)) return true
      return collect(inner, path !== null && keyword === 'properties' ? [...path, member] : null, found)
    })
  })
}

function collectBelow(value: JsonValue, found: HeaderAnnotation[]): boolean {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).every((item) => collectBelow(item, found))
  return isJsonObject(value) ? collect(value, null, found) : true
}
