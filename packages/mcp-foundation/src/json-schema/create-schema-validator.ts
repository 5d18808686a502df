import type { Bounds } from '@b10x/ports'
import { ExactNumber } from '../json/exact-number.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { escapePointer } from '../json/write-json.ts'
import { compileSchema } from './compile-schema.ts'
import { indexSchema } from './index-schema.ts'
import { Undecided } from './run.ts'
import type { Failure, Run } from './run.ts'
import type { SchemaFault } from './schema-index.ts'
import { judge } from './schema-node.ts'
import type { SchemaNode } from './schema-node.ts'
import type { RefusalReason, Verdict, Violation } from './verdict.ts'

/** Judges values by JSON Schemas, exactly or not at all, in the calling thread and within a number of steps. */
export interface SchemaValidator {
  /**
   * @param schema JSON Schema 2020-12, or draft-07 where it says so. It must not change: what is made of it is kept for
   *   as long as the object lives
   * @param value is not changed: nothing is coerced, filled in or removed, and `format` does not assert
   */
  validate(schema: JsonObject, value: JsonValue): Verdict
}

/** A schema that can be judged by, or why not. */
type Prepared =
  | { readonly fault: SchemaFault }
  | { readonly fault: null; readonly root: SchemaNode; readonly hasDynamicReferences: boolean }

/** Nothing is shared between validators, and nothing between schemas: two with one `$id` do not meet. */
export function createSchemaValidator(bounds: Pick<Bounds, 'maxSchemaNodes' | 'maxSchemaSteps'>): SchemaValidator {
  const known = new WeakMap<JsonObject, Prepared>()

  function prepare(schema: JsonObject): Prepared {
    const index = indexSchema(schema, bounds.maxSchemaNodes)
    if (index.fault !== null) return { fault: index.fault }
    return { fault: null, root: compileSchema(index), hasDynamicReferences: index.hasDynamicReferences }
  }

  return {
    validate(schema, value) {
      let prepared = known.get(schema)
      if (prepared === undefined) {
        prepared = prepare(schema)
        known.set(schema, prepared)
      }
      if (prepared.fault !== null) return refused(prepared.fault)
      const { root, hasDynamicReferences } = prepared
      const start = (failures: Failure[] | null): Run => ({
        steps: bounds.maxSchemaSteps,
        depth: 0,
        failures,
        quiet: 0,
        path: [],
        scope: hasDynamicReferences ? [] : null
      })
      const outcome = decide(() => judge(root, value, start(null), null))
      if (typeof outcome !== 'boolean') return refused(outcome)
      if (outcome) return { kind: 'valid' }
      // Once more, now for the reasons. What was found before the budget ended is enough.
      const failures: Failure[] = []
      decide(() => judge(root, value, start(failures), null))
      return { kind: 'invalid', violations: failures.map((failure) => describe(failure, schema)) }
    }
  }
}

function decide(run: () => boolean): boolean | RefusalReason {
  try {
    return run()
  } catch (error) {
    if (error instanceof Undecided) return error.reason
    // The host called us with little of its stack left.
    if (error instanceof RangeError) return 'too_deep'
    throw error
  }
}

function refused(reason: RefusalReason): Verdict {
  return { kind: 'refused', reason }
}

function describe({ pointer, site }: Failure, root: JsonObject): Violation {
  const schemaPointer = `${locateSchema(root, site.schema) ?? ''}/${site.keyword}${site.below}`
  return { pointer, keyword: site.keyword, schemaPointer }
}

/** The pointer at which an object stands in a document, or null. Found by looking: it is only asked after a failure. */
function locateSchema(document: JsonValue, wanted: JsonObject): string | null {
  if (document === wanted) return ''
  if (typeof document !== 'object' || document === null || document instanceof ExactNumber) return null
  for (const [name, member] of Object.entries(document)) {
    const below = locateSchema(member as JsonValue, wanted)
    if (below !== null) return `/${escapePointer(name)}${below}`
  }
  return null
}
