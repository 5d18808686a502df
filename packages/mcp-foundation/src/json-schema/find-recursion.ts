import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { resolveReference } from './resolve-reference.ts'
import type { SchemaIndex } from './schema-index.ts'

/** Steps from one subschema to the next that stay at the same place of the instance. Our own recursion follows them. */
const MAX_IN_PLACE = 200

const ONE = ['not', 'if', 'then', 'else']
const LISTS = ['allOf', 'anyOf', 'oneOf']
const MAPS = ['dependentSchemas', 'dependencies']

/**
 * True when judging could go round without getting any deeper into the instance (`{"$ref":"#"}`), or further than we
 * follow. What such a schema means is undefined (JSON Schema 2020-12, Core 9.4.1).
 */
export function hasEndlessRecursion(index: SchemaIndex): boolean {
  /** The longest way from a subschema on; Infinity while it is being looked for. */
  const heights = new Map<JsonObject, number>()

  function heightOf(schema: JsonObject, above: number): number {
    const known = heights.get(schema)
    if (known !== undefined) return known
    if (above > MAX_IN_PLACE) return Infinity
    heights.set(schema, Infinity)
    let height = 0
    for (const next of inPlace(schema, index)) height = Math.max(height, 1 + heightOf(next, above + 1))
    heights.set(schema, height)
    return height
  }

  for (const schema of index.places.keys()) if (heightOf(schema, 0) > MAX_IN_PLACE) return true
  return false
}

/** The subschemas that apply to the same place of the instance. */
function inPlace(schema: JsonObject, index: SchemaIndex): readonly JsonObject[] {
  const next: (JsonValue | undefined)[] = ONE.map((keyword) => ownMember(schema, keyword))
  for (const keyword of LISTS) {
    const list = ownMember(schema, keyword)
    if (Array.isArray(list)) next.push(...(list as readonly JsonValue[]))
  }
  for (const keyword of MAPS) {
    const map = ownMember(schema, keyword)
    if (isJsonObject(map)) next.push(...Object.values(map))
  }
  const resource = index.places.get(schema)
  for (const keyword of ['$ref', '$dynamicRef']) {
    const written = ownMember(schema, keyword)
    if (typeof written !== 'string' || resource === undefined) continue
    next.push(resolveReference(index, written, resource)?.schema)
    if (keyword === '$ref') continue
    const anchor = written.slice(written.indexOf('#') + 1)
    for (const { dynamicAnchors } of index.resources.values()) next.push(dynamicAnchors.get(anchor))
  }
  return next.filter(isJsonObject)
}
