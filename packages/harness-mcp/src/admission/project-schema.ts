import { ExactNumber } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { deepFreeze } from './deep-freeze.ts'
import { cutText } from './describe-remote-tool.ts'
import { PROSE_KEYWORDS, STRUCTURAL_KEYWORDS } from './schema-keywords.ts'
import type { KeywordForm } from './schema-keywords.ts'

/** Of one title or description in a schema, in UTF-16 units. */
export const MAX_SCHEMA_PROSE_LENGTH = 1024
/** Of one text in `enum`, `const`, `pattern`, `default` or `examples`, in UTF-16 units; longer ones are not shown. */
export const MAX_SCHEMA_TEXT_LENGTH = 1024
/** Of a property name, and of a reference, in UTF-16 units; longer ones are not shown. */
export const MAX_SCHEMA_NAME_LENGTH = 256

/** Whose words a model reads beside the structure. */
export type SchemaProse =
  /** The server's, capped. */
  | { readonly kind: 'remote' }
  /** Ours alone: descriptions of top-level properties by name. */
  | { readonly kind: 'local'; readonly parameters?: Readonly<Record<string, string>> }

/**
 * What a model sees of a frozen schema: the keywords that say what a value is, and the prose that was asked for. Calls
 * are judged by the frozen schema itself, so hiding is safe: a property, a value or a keyword that is too long is left
 * out, none is changed, and only prose is cut. Deeply frozen.
 */
export function projectSchema(schema: JsonObject, prose: SchemaProse): JsonObject {
  const projected = projectObject(schema, prose.kind === 'remote')
  return deepFreeze(prose.kind === 'local' ? describeProperties(projected, prose.parameters ?? {}) : projected)
}

function projectObject(schema: JsonObject, showProse: boolean): JsonObject {
  const members: [string, JsonValue][] = []
  for (const [keyword, value] of Object.entries(schema)) {
    const form = STRUCTURAL_KEYWORDS.get(keyword) ?? (showProse ? PROSE_KEYWORDS.get(keyword) : undefined)
    const shown = form === undefined ? undefined : project(form, value, showProse)
    if (shown !== undefined) members.push([keyword, shown])
  }
  return fromEntries(members)
}

/** Undefined: not shown. */
function project(form: KeywordForm, value: JsonValue, showProse: boolean): JsonValue | undefined {
  const projectOne = (one: JsonValue): JsonValue | undefined => projectSubschema(one, showProse)
  switch (form) {
    case 'types':
      return (Array.isArray(value) ? value : [value]).every(isTypeName) ? value : undefined
    case 'values':
      return nonEmpty(listOf(value).filter(isShort))
    case 'samples':
      return nonEmpty(listOf(value).filter(isShort))
    case 'value':
    case 'sample':
      return isShort(value) ? value : undefined
    case 'number':
      return typeof value === 'number' || value instanceof ExactNumber ? value : undefined
    case 'flag':
      return typeof value === 'boolean' ? value : undefined
    case 'format':
      return typeof value === 'string' && /^[A-Za-z0-9-]{1,40}$/.test(value) ? value : undefined
    case 'pattern':
      return isText(value, MAX_SCHEMA_TEXT_LENGTH) ? value : undefined
    case 'reference':
      return isText(value, MAX_SCHEMA_NAME_LENGTH) ? value : undefined
    case 'names':
      return Array.isArray(value) ? value.filter(isName) : undefined
    case 'schema':
      return projectOne(value)
    case 'schemas':
      return Array.isArray(value) ? present(value.map(projectOne)) : undefined
    case 'schema_or_schemas':
      return Array.isArray(value) ? present(value.map(projectOne)) : projectOne(value)
    case 'schema_map':
      return projectMap(value, projectOne)
    case 'names_map':
      return projectMap(value, (names) => (Array.isArray(names) ? names.filter(isName) : undefined))
    case 'schema_or_names_map':
      return projectMap(value, (one) => (Array.isArray(one) ? one.filter(isName) : projectOne(one)))
    case 'prose':
      return typeof value === 'string' ? cutText(value, MAX_SCHEMA_PROSE_LENGTH) : undefined
  }
}

function projectSubschema(value: JsonValue, showProse: boolean): JsonValue | undefined {
  if (typeof value === 'boolean') return value
  return isObject(value) ? projectObject(value, showProse) : undefined
}

function projectMap(value: JsonValue, projectOne: (one: JsonValue) => JsonValue | undefined): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const members: [string, JsonValue][] = []
  for (const [name, member] of Object.entries(value)) {
    const shown = isName(name) ? projectOne(member) : undefined
    if (shown !== undefined) members.push([name, shown])
  }
  return fromEntries(members)
}

function describeProperties(schema: JsonObject, parameters: Readonly<Record<string, string>>): JsonObject {
  const properties = schema['properties']
  if (!isObject(properties)) return schema
  const described = Object.entries(properties).map(([name, property]): [string, JsonValue] => {
    const description = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (description === undefined || property === false) return [name, property]
    return [name, { ...(isObject(property) ? property : {}), description }]
  })
  return { ...schema, properties: fromEntries(described) }
}

const TYPE_NAMES: ReadonlySet<JsonValue> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

function isTypeName(value: JsonValue): boolean {
  return TYPE_NAMES.has(value)
}

function isText(value: JsonValue, length: number): value is string {
  return typeof value === 'string' && value.length <= length
}

function isName(value: JsonValue): value is string {
  return isText(value, MAX_SCHEMA_NAME_LENGTH)
}

/** Whether every text in a value, names of members included, is short enough to be shown. */
function isShort(value: JsonValue): boolean {
  if (typeof value === 'string') return value.length <= MAX_SCHEMA_TEXT_LENGTH
  if (Array.isArray(value)) return value.every(isShort)
  return !isObject(value) || Object.entries(value).every(([name, member]) => isName(name) && isShort(member))
}

function listOf(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : []
}

/** An empty `enum` would say that nothing fits. */
function nonEmpty(values: readonly JsonValue[]): readonly JsonValue[] | undefined {
  return values.length === 0 ? undefined : values
}

function present(values: readonly (JsonValue | undefined)[]): readonly JsonValue[] {
  return values.filter((value) => value !== undefined)
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
}

/** Each member becomes an own one, `__proto__` included. */
function fromEntries(members: readonly (readonly [string, JsonValue])[]): JsonObject {
  return Object.fromEntries(members)
}
