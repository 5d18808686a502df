import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'

// Where a schema holds other schemas (JSON Schema 2020-12, and draft-07 where it has more places). Everything else under
// a keyword is data: an `enum` may hold a member called `$ref`.
const PLACES: ReadonlyMap<string, 'one' | 'list' | 'either' | 'map'> = new Map([
  ...[
    'additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'not', 'propertyNames', 'then',
    'unevaluatedItems', 'unevaluatedProperties'
  ].map((keyword) => [keyword, 'one'] as const),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, 'list'] as const),
  ['items', 'either'],
  ...['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'].map((keyword) => [keyword, 'map'] as const)
])

export interface Subschema {
  readonly schema: JsonValue
  readonly keyword: string
  /** The member's name where the keyword holds a map, else null. */
  readonly name: string | null
}

/** The schemas directly inside a schema, booleans included. By the keywords that are there: most schemas have few. */
export function subschemasOf(schema: JsonObject): readonly Subschema[] {
  const found: Subschema[] = []
  for (const keyword of Object.keys(schema)) {
    const place = PLACES.get(keyword)
    if (place === undefined) continue
    const value = schema[keyword] as JsonValue
    if (place === 'map') {
      if (isJsonObject(value)) for (const name of Object.keys(value)) found.push({ schema: value[name] as JsonValue, keyword, name })
    } else if (!Array.isArray(value)) {
      if (place !== 'list') found.push({ schema: value, keyword, name: null })
    } else if (place !== 'one') {
      for (const item of value as readonly JsonValue[]) found.push({ schema: item, keyword, name: null })
    }
  }
  return found
}
