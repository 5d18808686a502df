import type { CallOutcome, OutputSchemaViolation } from '../client/mcp-client.ts'
import type { SchemaValidator } from '../json-schema/create-schema-validator.ts'
import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'

/**
 * Says where a complete result is not what the frozen `outputSchema` promises. The call ran: its result is kept whole,
 * and what to make of it is the caller's decision. A tool that says it failed promises nothing.
 */
export function validateStructuredContent<O extends CallOutcome>(validator: SchemaValidator, descriptor: JsonValue, outcome: O): O {
  const schema = isJsonObject(descriptor) ? ownMember(descriptor, 'outputSchema') : undefined
  if (!isJsonObject(schema) || outcome.kind !== 'complete' || outcome.isError) return outcome
  if (outcome.structuredContent === undefined) return { ...outcome, outputSchemaViolation: { reason: 'absent', violations: [] } }
  const verdict = validator.validate(schema, outcome.structuredContent)
  if (verdict.kind === 'valid') return outcome
  const outputSchemaViolation: OutputSchemaViolation =
    verdict.kind === 'invalid' ? { reason: 'mismatch', violations: verdict.violations } : { reason: 'not_judged', violations: [] }
  return { ...outcome, outputSchemaViolation }
}
