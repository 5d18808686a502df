import { GovernedError, hasCode } from '@b10x/ports/errors'
import type { Bounds } from '@b10x/ports'
import type { SchemaValidator } from '../json-schema/create-schema-validator.ts'
import type { JsonObject } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'

/**
 * The arguments as the server will read them: the text is what was judged, whatever the caller's object does meanwhile.
 * @throws GovernedError `bound_exceeded` for `maxJsonDepth`, `arguments_invalid` for a number of more than 1024 digits
 */
export function readBack(text: string, { maxJsonDepth }: Pick<Bounds, 'maxJsonDepth'>): JsonObject {
  try {
    return parseJson(text, maxJsonDepth) as JsonObject
  } catch (error) {
    if (hasCode(error, 'json_invalid')) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_json' }, { cause: error })
    throw error
  }
}

/**
 * Holds the arguments to the frozen `inputSchema`, before anything is sent. The schema's own names go to `cause`.
 * @throws GovernedError `arguments_invalid` schema, `bound_exceeded` for `maxSchemaSteps`, `schema_unsupported`
 */
export function validateArguments(validator: SchemaValidator, tool: string, inputSchema: JsonObject, args: JsonObject, bounds: Bounds): void {
  const verdict = validator.validate(inputSchema, args)
  if (verdict.kind === 'valid') return
  if (verdict.kind === 'refused') {
    if (verdict.reason !== 'too_many_steps') throw new GovernedError('schema_unsupported', { tool, reason: verdict.reason })
    const limit = bounds.maxSchemaSteps
    throw new GovernedError('bound_exceeded', { bound: 'maxSchemaSteps', limit, seen: limit + 1 })
  }
  const violations = verdict.violations.map(({ pointer, keyword }) => ({ pointer, keyword }))
  const pointer = violations[0]?.pointer ?? ''
  throw new GovernedError('arguments_invalid', { pointer, reason: 'schema', violations }, { cause: verdict.violations })
}
