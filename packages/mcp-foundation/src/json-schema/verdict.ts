import type { SchemaViolation } from '@b10x/ports/errors'
import type { SchemaFault } from './schema-index.ts'

/** One assertion that does not hold. */
export interface Violation extends SchemaViolation {
  /** RFC 6901 pointer into the schema; below `required` it ends in the position of the name. Its names are the schema's. */
  readonly schemaPointer: string
}

/** What a schema says about a value. */
export type Verdict =
  | { readonly kind: 'valid' }
  /** At least one violation, at most eight. */
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }
  /** Nothing was decided. */
  | { readonly kind: 'refused'; readonly reason: RefusalReason }

export type RefusalReason =
  | SchemaFault
  /** More steps than the `maxSchemaSteps` bound. */
  | 'too_many_steps'
  /** Nested further than we follow. */
  | 'too_deep'
