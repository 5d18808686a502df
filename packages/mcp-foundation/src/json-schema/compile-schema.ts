import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { checkContains, checkItemCount, checkItems, checkUnique } from './keywords/arrays.ts'
import {
  checkAllOf, checkAnyOf, checkConditional, checkDependentSchemas, checkNot, checkOneOf
} from './keywords/branches.ts'
import { checkNumber } from './keywords/numbers.ts'
import { checkDependentNames, checkMemberCount, checkMembers, checkNames, checkRequired } from './keywords/objects.ts'
import { checkDynamicReference, checkReference } from './keywords/references.ts'
import { checkLength, checkPattern } from './keywords/strings.ts'
import { checkUnevaluatedItems, checkUnevaluatedProperties } from './keywords/unevaluated.ts'
import { checkConst, checkEnum, checkType } from './keywords/values.ts'
import { resolveReference } from './resolve-reference.ts'
import { fail } from './run.ts'
import type { Check, KeywordSite } from './run.ts'
import type { SchemaIndex, SchemaResource } from './schema-index.ts'
import type { NodeChecks, NodeContext, SchemaNode } from './schema-node.ts'

type CompileKeyword = (context: NodeContext) => Check | null

/** Cheap ones first: the first failure ends a run. */
const SHARED: readonly CompileKeyword[] = [
  checkType, checkEnum, checkConst, checkNumber, checkLength, checkItemCount, checkMemberCount, checkRequired, checkDependentNames,
  checkPattern, checkUnique, checkNames, checkMembers, checkItems, checkContains, checkReference, checkAllOf, checkAnyOf,
  checkOneOf, checkNot, checkConditional, checkDependentSchemas
]
const LATER: readonly CompileKeyword[] = [...SHARED, checkDynamicReference]
const UNEVALUATED: readonly CompileKeyword[] = [checkUnevaluatedItems, checkUnevaluatedProperties]
const NOTHING: NodeChecks = { checks: [], unevaluated: [] }

/** The root of a schema without fault. Nothing is compiled yet: each subschema is when it first judges. */
export function compileSchema(index: SchemaIndex): SchemaNode {
  const nodes = new Map<JsonObject, SchemaNode>()

  function nodeIn(resource: SchemaResource, schema: JsonObject): SchemaNode {
    const known = nodes.get(schema)
    if (known !== undefined) return known
    let made: NodeChecks | null = null
    const node: SchemaNode = { schema, resource, checks: () => (made ??= compileNode(schema, resource)) }
    nodes.set(schema, node)
    return node
  }

  function nodeOf(schema: JsonValue, resource: SchemaResource, site: KeywordSite): SchemaNode {
    if (isJsonObject(schema)) return nodeIn(index.places.get(schema) ?? resource, schema)
    const checks: NodeChecks = schema === false ? { checks: [(_value, run) => fail(run, site)], unevaluated: [] } : NOTHING
    return { schema: schema === true, resource, checks: () => checks }
  }

  function compileNode(schema: JsonObject, resource: SchemaResource): NodeChecks {
    const { dialect } = resource
    const context: NodeContext = {
      schema,
      dialect,
      site: (keyword, below = '') => ({ schema, keyword, below }),
      node: (child, site) => nodeOf(child, resource, site),
      reference(written, site) {
        const target = resolveReference(index, written, resource)
        // Indexing refused what does not resolve; a refusal of everything is what remains in any case.
        return target === null ? nodeOf(false, resource, site) : nodeOf(target.schema, target.resource, site)
      },
      nodeIn
    }
    const make = (keywords: readonly CompileKeyword[]): readonly Check[] => keywords.flatMap((keyword) => keyword(context) ?? [])
    // In draft-07 a reference silences everything beside it.
    if (dialect === 'draft-07') return { checks: make(Object.hasOwn(schema, '$ref') ? [checkReference] : SHARED), unevaluated: [] }
    return { checks: make(LATER), unevaluated: make(UNEVALUATED) }
  }

  return nodeIn(index.places.get(index.root) as SchemaResource, index.root)
}
