// What every keyword that we judge must look like. A keyword of another form is not skipped: its author meant something.
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import { compareNumbers, isIntegral, isJsonNumber } from './exact-arithmetic.ts'

export type Dialect = '2020-12' | 'draft-07'

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['http://json-schema.org/draft-07/schema', 'draft-07']
])

/** The dialect that a `$schema` or an address without fragment names, or null. `http` and `https` are both in use. */
export function dialectOf(address: JsonValue): Dialect | null {
  if (typeof address !== 'string') return null
  const plain = address.endsWith('#') ? address.slice(0, -1) : address
  return DIALECTS.get(plain) ?? DIALECTS.get(plain.replace(/^http:/, 'https:')) ?? DIALECTS.get(plain.replace(/^https:/, 'http:')) ?? null
}

/** How a keyword's value is built; the first five hold subschemas. */
export type KeywordForm =
  | 'schema'
  | 'schemas'
  | 'schemaMap'
  | 'definitions'
  | 'items'
  | 'dependencies'
  | 'reference'
  | 'anchor'
  | 'types'
  | 'values'
  | 'names'
  | 'namesMap'
  | 'count'
  | 'number'
  | 'divisor'
  | 'boolean'
  | 'pattern'
  | 'patternMap'
  /** Asserts something in another dialect and nothing in this one: two readers would understand two things. */
  | 'foreign'

const BOTH: readonly (readonly [keyword: string, form: KeywordForm])[] = [
  ['$defs', 'definitions'],
  ['definitions', 'definitions'],
  ['$ref', 'reference'],
  ['type', 'types'],
  ['enum', 'values'],
  ['multipleOf', 'divisor'],
  ['maximum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['minimum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['maxLength', 'count'],
  ['minLength', 'count'],
  ['pattern', 'pattern'],
  ['items', 'items'],
  ['maxItems', 'count'],
  ['minItems', 'count'],
  ['uniqueItems', 'boolean'],
  ['contains', 'schema'],
  ['maxProperties', 'count'],
  ['minProperties', 'count'],
  ['required', 'names'],
  ['properties', 'schemaMap'],
  ['patternProperties', 'patternMap'],
  ['additionalProperties', 'schema'],
  ['additionalItems', 'schema'],
  ['propertyNames', 'schema'],
  // In 2020-12 no keyword any more, and still in its meta-schema.
  ['dependencies', 'dependencies'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema']
]

const LATER: readonly (readonly [keyword: string, form: KeywordForm])[] = [
  ['$anchor', 'anchor'],
  ['$dynamicAnchor', 'anchor'],
  ['$dynamicRef', 'reference'],
  ['prefixItems', 'schemas'],
  ['maxContains', 'count'],
  ['minContains', 'count'],
  ['dependentRequired', 'namesMap'],
  ['dependentSchemas', 'schemaMap'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['contentSchema', 'schema']
]

const FOREIGN = LATER.filter(([keyword]) => keyword !== 'contentSchema').map(([keyword]) => [keyword, 'foreign'] as const)

/** The keywords that are read; all others are annotations or unknown, and both are allowed. */
export const KEYWORD_FORMS: { readonly [D in Dialect]: ReadonlyMap<string, KeywordForm> } = {
  '2020-12': new Map([...BOTH, ...LATER, ['$recursiveRef', 'foreign']]),
  'draft-07': new Map([...BOTH, ...FOREIGN, ['$recursiveRef', 'foreign']])
}

const TYPES: ReadonlySet<JsonValue> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])
const ANCHOR = /^[A-Za-z_][-A-Za-z0-9._]*$/

/** True when a value without subschemas has its form. Patterns are read elsewhere. */
export function hasForm(form: KeywordForm, value: JsonValue): boolean {
  switch (form) {
    case 'reference':
    case 'pattern':
      return typeof value === 'string'
    case 'anchor':
      return typeof value === 'string' && ANCHOR.test(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'count':
      return isJsonNumber(value) && isIntegral(value) && compareNumbers(value, 0) >= 0
    case 'number':
      return isJsonNumber(value)
    case 'divisor':
      return isJsonNumber(value) && compareNumbers(value, 0) > 0
    case 'types':
      return Array.isArray(value) ? value.length > 0 && value.every(isType) : TYPES.has(value)
    case 'values':
      return Array.isArray(value)
    case 'names':
      return areNames(value)
    case 'namesMap':
      return isJsonObject(value) && Object.values(value).every(areNames)
    default:
      return false
  }
}

function isType(value: JsonValue): boolean {
  return TYPES.has(value)
}

function areNames(value: JsonValue): boolean {
  return Array.isArray(value) && value.every(isName)
}

function isName(value: unknown): boolean {
  return typeof value === 'string'
}
