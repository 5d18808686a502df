import { parseJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { SchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { Bounds } from '@b10x/ports'
import { GovernedError, hasCode } from '@b10x/ports/errors'
import { isMembers } from './sdk-transport.ts'
import type { Members } from './sdk-transport.ts'

/** What calls are judged by. */
export interface CallRules {
  readonly admitted: ReadonlyMap<string, JsonObject>
  readonly validator: SchemaValidator
  readonly bounds: Bounds
}

/**
 * The parameters of a `tools/call` as they may be sent: of an admitted tool, with arguments that its frozen schema
 * allows. The arguments are a copy, so that what was judged is what is sent.
 * @throws GovernedError `tool_not_published`, `arguments_invalid`, `schema_unsupported`, `bound_exceeded`
 */
export function judgeCall({ admitted, validator, bounds }: CallRules, params: unknown): Members {
  const name = isMembers(params) ? params['name'] : undefined
  const descriptor = typeof name === 'string' ? admitted.get(name) : undefined
  if (!isMembers(params) || typeof name !== 'string' || descriptor === undefined) throw new GovernedError('tool_not_published', {})
  const given = params['arguments']
  const args = given === undefined ? {} : copyArguments(given, bounds)
  judgeArguments(validator, name, descriptor['inputSchema'] as JsonObject, args, bounds)
  return given === undefined ? params : { ...params, arguments: args }
}

function copyArguments(given: unknown, bounds: Bounds): JsonObject {
  if (!isMembers(given)) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_an_object' })
  const text = writeArguments(given)
  const seen = Buffer.byteLength(text)
  const limit = bounds.maxArgumentBytes
  if (seen > limit) throw new GovernedError('bound_exceeded', { bound: 'maxArgumentBytes', limit, seen })
  const copy = readBack(text, bounds.maxJsonDepth)
  if (!isMembers(copy)) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_an_object' })
  return copy as JsonObject
}

/** What the SDK's transport would write. */
function writeArguments(given: Members): string {
  try {
    return JSON.stringify(given) ?? ''
  } catch (error) {
    const reason = error instanceof RangeError ? 'too_deep' : 'not_json'
    throw new GovernedError('arguments_invalid', { pointer: '', reason }, { cause: error })
  }
}

function readBack(text: string, maxJsonDepth: number): unknown {
  try {
    return parseJson(text, maxJsonDepth)
  } catch (error) {
    if (hasCode(error, 'json_invalid')) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_json' }, { cause: error })
    throw error
  }
}

function judgeArguments(validator: SchemaValidator, tool: string, schema: JsonObject, args: JsonObject, bounds: Bounds): void {
  const verdict = validator.validate(schema, args)
  if (verdict.kind === 'valid') return
  if (verdict.kind === 'refused') {
    if (verdict.reason !== 'too_many_steps') throw new GovernedError('schema_unsupported', { tool, reason: verdict.reason })
    throw new GovernedError('bound_exceeded', { bound: 'maxSchemaSteps', limit: bounds.maxSchemaSteps, seen: bounds.maxSchemaSteps + 1 })
  }
  // Pointers into the schema hold its names; they stay with the cause.
  const violations = verdict.violations.map(({ pointer, keyword }) => ({ pointer, keyword }))
  throw new GovernedError('arguments_invalid', { pointer: violations[0]?.pointer ?? '', reason: 'schema', violations }, { cause: verdict.violations })
}
