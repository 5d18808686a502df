import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { resolvePointer } from '../json/resolve-pointer.ts'
import { subschemasOf } from './subschemas.ts'

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

interface Reference {
  /** The resource it points into, an address without fragment. */
  readonly document: string
  readonly fragment: string
  readonly written: string
}

interface Walk {
  readonly visited: Set<JsonObject>
  readonly maxNodes: number
  /** Every embedded resource by its address without fragment. */
  readonly resources: Map<string, JsonObject>
  /** `address#anchor` of every anchor. */
  readonly anchors: Set<string>
  readonly references: Reference[]
  /** An embedded resource declares a dialect that we do not know. */
  foreignDialect: boolean
}

/** The first fault, or null. */
export function checkSchema(schema: JsonObject, maxNodes: number): SchemaFault | null {
  if (!isKnownDialect(schema)) return 'schema_dialect_unsupported'
  const resources = new Map([[ROOT, schema]])
  const walk: Walk = { visited: new Set(), maxNodes, resources, anchors: new Set(), references: [], foreignDialect: false }
  visit(schema, ROOT, walk)
  // A reference may end below a keyword that nobody knows: what stands there is a schema, too, and may refer on.
  for (const reference of walk.references) visit(targetOf(reference, walk), reference.document, walk)
  if (walk.visited.size > maxNodes) return 'schema_too_large'
  if (walk.foreignDialect) return 'schema_dialect_unsupported'
  for (const reference of walk.references) {
    const fault = judgeReference(reference, walk)
    if (fault !== null) return fault
  }
  return null
}

function isKnownDialect(schema: JsonObject): boolean {
  const dialect = ownMember(schema, '$schema')
  return dialect === undefined || (typeof dialect === 'string' && DIALECT.test(dialect))
}

function visit(value: JsonValue | undefined, base: string, walk: Walk): void {
  if (!isJsonObject(value) || walk.visited.has(value) || walk.visited.size > walk.maxNodes) return
  walk.visited.add(value)
  const here = enterResource(value, base, walk)
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const anchor = ownMember(value, keyword)
    if (typeof anchor === 'string') walk.anchors.add(`${here}#${anchor}`)
  }
  for (const keyword of ['$ref', '$dynamicRef']) {
    const written = ownMember(value, keyword)
    if (typeof written === 'string') walk.references.push(readReference(written, here))
  }
  for (const inner of subschemasOf(value)) visit(inner.schema, here, walk)
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
  if (!isKnownDialect(schema)) walk.foreignDialect = true
  return address
}

function readReference(written: string, base: string): Reference {
  const address = resolve(written, base)
  const hash = address.indexOf('#')
  return hash === -1
    ? { document: address, fragment: '', written }
    : { document: address.slice(0, hash), fragment: address.slice(hash + 1), written }
}

/** What a reference by pointer ends at; anchors are judged by name. */
function targetOf({ document, fragment }: Reference, walk: Walk): JsonValue | undefined {
  const resource = walk.resources.get(document)
  return resource !== undefined && fragment.startsWith('/') ? resolvePointer(resource, decodeFragment(fragment)) : undefined
}

function judgeReference(reference: Reference, walk: Walk): SchemaFault | null {
  const { document, fragment, written } = reference
  if (!walk.resources.has(document)) {
    if (DIALECT.test(document)) return null
    return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(written) ? 'schema_reference_remote' : 'schema_reference_unresolved'
  }
  if (fragment === '' || walk.anchors.has(`${document}#${fragment}`)) return null
  const target = targetOf(reference, walk)
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
