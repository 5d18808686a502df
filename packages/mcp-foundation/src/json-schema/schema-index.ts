import type { JsonObject } from '../json/json-value.ts'
import type { Dialect } from './keyword-forms.ts'

/** The first reason why a schema cannot be judged. */
export type SchemaFault =
  | 'schema_dialect_unsupported'
  | 'schema_reference_unresolved'
  | 'schema_reference_remote'
  | 'schema_too_large'
  /** A keyword of another form, a pattern or a recursion that we cannot judge exactly. */
  | 'schema_unsupported'

/** A schema with an address of its own (JSON Schema 2020-12, Core 4.3.5): the document, or what has an `$id` in it. */
export interface SchemaResource {
  /** Absolute, without fragment. */
  readonly address: string
  readonly root: JsonObject
  readonly dialect: Dialect
  /** Nobody declared the dialect. */
  readonly byDefault: boolean
  readonly anchors: ReadonlyMap<string, JsonObject>
  readonly dynamicAnchors: ReadonlyMap<string, JsonObject>
}

/** Where everything is in one schema. */
export interface SchemaIndex {
  readonly root: JsonObject
  readonly fault: SchemaFault | null
  /** Every subschema that is an object, with its resource. */
  readonly places: ReadonlyMap<JsonObject, SchemaResource>
  /** By address. */
  readonly resources: ReadonlyMap<string, SchemaResource>
  readonly hasDynamicReferences: boolean
}

/** What a reference ends at. */
export interface ReferenceTarget {
  readonly schema: JsonObject | boolean
  readonly resource: SchemaResource
}
