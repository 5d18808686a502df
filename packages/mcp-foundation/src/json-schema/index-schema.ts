// One walk over a schema before anything is judged by it: dialect, size, forms of keywords, patterns, addresses, and
// whether every reference ends inside the document. It runs when a listing is frozen, so it does nothing twice.
import { canonicalize } from '../json/canonicalize.ts'
import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { hasEndlessRecursion } from './find-recursion.ts'
import { KEYWORD_FORMS, dialectOf, hasForm } from './keyword-forms.ts'
import type { Dialect, KeywordForm } from './keyword-forms.ts'
import { parsePattern } from './pattern/parse-pattern.ts'
import { countStates } from './pattern/pattern-syntax.ts'
import { ROOT_ADDRESS, resolveReference, splitReference } from './resolve-reference.ts'
import type { SchemaFault, SchemaIndex, SchemaResource } from './schema-index.ts'

interface Resource extends SchemaResource {
  readonly anchors: Map<string, JsonObject>
  readonly dynamicAnchors: Map<string, JsonObject>
}

interface Walk {
  readonly maxNodes: number
  /** States of patterns. */
  states: number
  readonly places: Map<JsonObject, Resource>
  readonly resources: Map<string, Resource>
  readonly references: { readonly written: string; readonly from: Resource; readonly dynamic: boolean }[]
  fault: SchemaFault | null
}

/** @param maxNodes subschemas and states of patterns together */
export function indexSchema(root: JsonObject, maxNodes: number): SchemaIndex {
  const walk: Walk = { maxNodes, states: 0, places: new Map(), resources: new Map(), references: [], fault: null }
  const declared = ownMember(root, '$schema')
  const dialect = declared === undefined ? '2020-12' : dialectOf(declared)
  if (dialect !== null) visitRoot(root, dialect, declared === undefined, walk)
  let unresolved: SchemaFault | null = null
  // The list grows: what a reference leads to below a keyword that nobody knows is a schema, too, and may refer on.
  for (const { written, from } of walk.references) {
    const target = resolveReference(walk, written, from)
    if (target === null) unresolved ??= isElsewhere(written, from, walk) ? 'schema_reference_remote' : 'schema_reference_unresolved'
    else visit(target.schema, target.resource as Resource, walk)
  }
  const { places, resources } = walk
  const index = { root, places, resources, hasDynamicReferences: walk.references.some(({ dynamic }) => dynamic), fault: null }
  return { ...index, fault: dialect === null ? 'schema_dialect_unsupported' : faultOf(index, walk, unresolved) }
}

function faultOf(index: SchemaIndex, walk: Walk, unresolved: SchemaFault | null): SchemaFault | null {
  if (walk.places.size + walk.states > walk.maxNodes) return 'schema_too_large'
  if (walk.fault === 'schema_dialect_unsupported') return walk.fault
  if (unresolved !== null) return unresolved
  return walk.fault ?? (walk.references.length > 0 && hasEndlessRecursion(index) ? 'schema_unsupported' : null)
}

/** Nothing is fetched, the meta-schemas included. */
function isElsewhere(written: string, from: Resource, walk: Walk): boolean {
  const [address] = splitReference(written, from.address)
  return !walk.resources.has(address) && /^[a-z][a-z0-9+.-]*:|^\/\//i.test(written)
}

function visitRoot(root: JsonObject, dialect: Dialect, byDefault: boolean, walk: Walk): void {
  const id = ownMember(root, '$id')
  const [address] = typeof id === 'string' && !isReferenceOnly(root, dialect) ? splitReference(id, ROOT_ADDRESS) : [ROOT_ADDRESS]
  const resource: Resource = { address, root, dialect, byDefault, anchors: new Map(), dynamicAnchors: new Map() }
  walk.resources.set(address, resource)
  visit(root, resource, walk)
}

/** In draft-07 a reference silences everything beside it (JSON Schema draft-07, Core 8.3). */
function isReferenceOnly(schema: JsonObject, dialect: Dialect): boolean {
  return dialect === 'draft-07' && Object.hasOwn(schema, '$ref')
}

function visit(schema: JsonValue, parent: Resource, walk: Walk): void {
  if (typeof schema === 'boolean') return
  if (!isJsonObject(schema)) return refuse(walk)
  if (walk.places.has(schema) || walk.places.size + walk.states > walk.maxNodes) return
  const referenceOnly = isReferenceOnly(schema, parent.dialect)
  const resource = referenceOnly ? parent : enterResource(schema, parent, walk)
  walk.places.set(schema, resource)
  const forms = KEYWORD_FORMS[resource.dialect]
  for (const keyword of Object.keys(schema)) {
    const form = forms.get(keyword)
    if (form === undefined || (referenceOnly && keyword !== '$ref' && form !== 'definitions')) continue
    readKeyword(keyword, schema[keyword] as JsonValue, schema, resource, walk, form)
  }
}

function enterResource(schema: JsonObject, parent: Resource, walk: Walk): Resource {
  const id = ownMember(schema, '$id')
  const declared = ownMember(schema, '$schema')
  const dialect = declared === undefined ? parent.dialect : dialectOf(declared)
  if (dialect === null) walk.fault = 'schema_dialect_unsupported'
  if (id !== undefined && typeof id !== 'string') refuse(walk)
  if (schema === parent.root) return parent
  if (typeof id !== 'string') {
    // `$schema` stands only where a resource begins (2020-12, Core 8.1.1): here readers disagree on what it changes.
    if (dialect !== parent.dialect) refuse(walk)
    return parent
  }
  const [address, fragment] = splitReference(id, parent.address)
  if (fragment !== '') {
    // A fragment alone is how draft-07 names an anchor; 2020-12 has no fragments here.
    if (address !== parent.address || !readsAsDraft07(parent)) refuse(walk)
    addAnchor(parent.anchors, fragment, schema, walk)
    return parent
  }
  const resource: Resource = {
    address,
    root: schema,
    dialect: dialect ?? parent.dialect,
    byDefault: declared === undefined && parent.byDefault,
    anchors: new Map(),
    dynamicAnchors: new Map()
  }
  const twin = walk.resources.get(address)
  if (twin === undefined) walk.resources.set(address, resource)
  else if (canonicalize(twin.root) !== canonicalize(schema)) refuse(walk)
  return resource
}

/** Where nobody declared a dialect, a form that only draft-07 has keeps the one meaning that it ever had. */
function readsAsDraft07({ dialect, byDefault }: SchemaResource): boolean {
  return dialect === 'draft-07' || byDefault
}

function addAnchor(anchors: Map<string, JsonObject>, name: string, schema: JsonObject, walk: Walk): void {
  if (anchors.has(name)) refuse(walk)
  anchors.set(name, schema)
}

/** The first fault counts; this one never hides an unknown dialect. */
function refuse(walk: Walk): void {
  walk.fault ??= 'schema_unsupported'
}

function readKeyword(keyword: string, value: JsonValue, schema: JsonObject, resource: Resource, walk: Walk, form: KeywordForm): void {
  switch (form) {
    case 'schema':
      return visit(value, resource, walk)
    case 'schemas':
      return Array.isArray(value) && value.length > 0 ? visitItems(value as readonly JsonValue[], resource, walk) : refuse(walk)
    case 'schemaMap':
      return isJsonObject(value) ? visitItems(Object.values(value), resource, walk) : refuse(walk)
    case 'patternMap':
      if (!isJsonObject(value)) return refuse(walk)
      for (const pattern of Object.keys(value)) readPattern(pattern, walk)
      return visitItems(Object.values(value), resource, walk)
    case 'definitions':
      return isJsonObject(value) ? visitItems(Object.values(value).filter(isJsonObject), resource, walk) : undefined
    case 'dependencies':
      if (!isJsonObject(value)) return refuse(walk)
      return visitItems(Object.values(value).filter((each) => !hasForm('names', each)), resource, walk)
    case 'items':
      if (!Array.isArray(value)) return visit(value, resource, walk)
      return readsAsDraft07(resource) ? visitItems(value as readonly JsonValue[], resource, walk) : refuse(walk)
    case 'foreign':
      return refuse(walk)
    default:
      if (!hasForm(form, value)) return refuse(walk)
      if (form === 'pattern') readPattern(value as string, walk)
      else if (form === 'reference') walk.references.push({ written: value as string, from: resource, dynamic: keyword === '$dynamicRef' })
      else if (form === 'anchor') readAnchor(keyword, value as string, schema, resource, walk)
  }
}

function visitItems(schemas: readonly JsonValue[], resource: Resource, walk: Walk): void {
  for (let index = 0; index < schemas.length; index += 1) visit(schemas[index] as JsonValue, resource, walk)
}

function readAnchor(keyword: string, name: string, schema: JsonObject, resource: Resource, walk: Walk): void {
  addAnchor(resource.anchors, name, schema, walk)
  if (keyword === '$dynamicAnchor') addAnchor(resource.dynamicAnchors, name, schema, walk)
}

function readPattern(pattern: string, walk: Walk): void {
  try {
    walk.states += countStates(parsePattern(pattern))
  } catch {
    refuse(walk)
  }
}
