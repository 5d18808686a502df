import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { resolvePointer } from '../json/resolve-pointer.ts'

/**
 * Judges a JSON Schema before anything compiles it: dialect, size, and that every reference ends inside the document.
 * Nothing is ever fetched (MCP 2026-07-28, tools; JSON Schema 2020-12, 8.2).
 */
export type SchemaFault =
  | 'schema_dialect_unsupported'
  | 'schema_reference_unresolved'
  | 'schema_reference_remote'
  | 'schema_too_large'

/** Without `$schema` the dialect is 2020-12. */
const DIALECT = /^https?:\/\/json-schema\.org\/(?:draft\/2020-12|draft-07)\/schema#?$/

/** A base for references in a schema without `$id`; it resolves, and it is nobody's address. */
const ROOT = 'b10x-schema:/root'

const ONE = [
  'additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not',
  'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'
]
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']
const MAPS = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties']

interface Walk {
  nodes: number
  readonly maxNodes: number
  /** Every embedded resource by its address without fragment. */
  readonly resources: Map<string, JsonObject>
  /** `address#anchor` of every anchor. */
  readonly anchors: Set<string>
  readonly references: { readonly address: string; readonly written: string }[]
}

/** The first fault, or null. */
export function checkSchema(schema: JsonObject, maxNodes: number): SchemaFault | null {
  const dialect = ownMember(schema, '$schema')
  if (dialect !== undefined && !(typeof dialect === 'string' && DIALECT.test(dialect))) return 'schema_dialect_unsupported'
  const walk: Walk = { nodes: 0, maxNodes, resources: new Map([[ROOT, schema]]), anchors: new Set(), references: [] }
  visit(schema, ROOT, walk)
  if (walk.nodes > maxNodes) return 'schema_too_large'
  for (const reference of walk.references) {
    const fault = judgeReference(reference.address, reference.written, walk)
    if (fault !== null) return fault
  }
  return null
}

function visit(value: JsonValue | undefined, base: string, walk: Walk): void {
  if (!isJsonObject(value)) return
  walk.nodes += 1
  if (walk.nodes > walk.maxNodes) return
  const here = enterResource(value, base, walk)
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const anchor = ownMember(value, keyword)
    if (typeof anchor === 'string') walk.anchors.add(`${here}#${anchor}`)
  }
  for (const keyword of ['$ref', '$dynamicRef']) {
    const written = ownMember(value, keyword)
    if (typeof written === 'string') walk.references.push({ address: resolve(written, here), written })
  }
  for (const keyword of ONE) visit(ownMember(value, keyword), here, walk)
  for (const keyword of LISTS) {
    const list = ownMember(value, keyword)
    if (Array.isArray(list)) for (const item of list as readonly JsonValue[]) visit(item, here, walk)
  }
  for (const keyword of MAPS) {
    const map = ownMember(value, keyword)
    if (isJsonObject(map)) for (const member of Object.values(map)) visit(member, here, walk)
  }
}

/** `$id` starts a resource of its own; in draft-07 a `$id` that is only a fragment is an anchor. */
function enterResource(schema: JsonObject, base: string, walk: Walk): string {
  const id = ownMember(schema, '$id')
  if (typeof id !== 'string') return base
  if (id.startsWith('#')) {
    walk.anchors.add(`${base}${id}`)
    return base
  }
  const address = resolve(id, base).split('#', 1)[0] ?? base
  walk.resources.set(address, schema)
  return address
}

function judgeReference(address: string, written: string, walk: Walk): SchemaFault | null {
  const hash = address.indexOf('#')
  const document = hash === -1 ? address : address.slice(0, hash)
  const fragment = hash === -1 ? '' : address.slice(hash + 1)
  const resource = walk.resources.get(document)
  if (resource === undefined) {
    if (DIALECT.test(document)) return null
    return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(written) ? 'schema_reference_remote' : 'schema_reference_unresolved'
  }
  if (fragment === '' || walk.anchors.has(`${document}#${fragment}`)) return null
  const target = fragment.startsWith('/') ? resolvePointer(resource, decodeFragment(fragment)) : undefined
  return isJsonObject(target) || typeof target === 'boolean' ? null : 'schema_reference_unresolved'
}

function resolve(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
