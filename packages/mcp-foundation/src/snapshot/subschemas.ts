import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'

// Where a schema holds other schemas (JSON Schema 2020-12, and draft-07 where it has more places). Everything else under
// a keyword is data: an `enum` may hold a member called `$ref`.
const ONE = [
  'additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not',
  'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'
]
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const MAPS = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']

export interface Subschema {
  readonly schema: JsonValue
  readonly keyword: string
  /** The member's name where the keyword holds a map, else null. */
  readonly name: string | null
}

/** The schemas directly inside a schema, booleans included. */
export function* subschemasOf(schema: JsonObject): Generator<Subschema> {
  for (const keyword of ONE) {
    const value = ownMember(schema, keyword)
    if (value !== undefined && !Array.isArray(value)) yield { schema: value, keyword, name: null }
  }
  for (const keyword of LISTS) {
    const list = ownMember(schema, keyword)
    if (Array.isArray(list)) for (const item of list as readonly JsonValue[]) yield { schema: item, keyword, name: null }
  }
  for (const keyword of MAPS) {
    const map = ownMember(schema, keyword)
    if (isJsonObject(map)) for (const [name, value] of Object.entries(map)) yield { schema: value, keyword, name }
  }
}
