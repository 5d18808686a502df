import { parseJson, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { SchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { Bounds, OperationInvocation } from '@b10x/ports'
import { GovernedError, hasCode } from '@b10x/ports/errors'
import { isJsonObject } from '../../profile/read-value.ts'
import type { PreparedOperation } from '../../service/service-parts.ts'

/**
 * A copy of the arguments that fits the frozen schema: what the caller's object does meanwhile does not matter.
 * @throws GovernedError `arguments_invalid`, `bound_exceeded` (`maxArgumentBytes`, `maxJsonDepth`, `maxSchemaSteps`),
 *   `schema_unsupported` (named by its operation)
 */
export function checkArguments(validator: SchemaValidator, { facts, inputSchema }: PreparedOperation, invocation: OperationInvocation, bounds: Bounds): JsonObject {
  const args = copyOf(invocation.arguments, bounds)
  const verdict = validator.validate(inputSchema, args)
  if (verdict.kind === 'valid') return args
  if (verdict.kind === 'refused') {
    if (verdict.reason !== 'too_many_steps') throw new GovernedError('schema_unsupported', { tool: facts.operationRef, reason: verdict.reason })
    throw new GovernedError('bound_exceeded', { bound: 'maxSchemaSteps', limit: bounds.maxSchemaSteps, seen: bounds.maxSchemaSteps + 1 })
  }
  const violations = verdict.violations.map(({ pointer, keyword }) => ({ pointer, keyword }))
  throw new GovernedError('arguments_invalid', { pointer: violations[0]?.pointer ?? '', reason: 'schema', violations }, { cause: verdict.violations })
}

function copyOf(args: OperationInvocation['arguments'], { maxArgumentBytes, maxJsonDepth }: Bounds): JsonObject {
  const text = textOf(args)
  const seen = Buffer.byteLength(text)
  if (seen > maxArgumentBytes) throw new GovernedError('bound_exceeded', { bound: 'maxArgumentBytes', limit: maxArgumentBytes, seen })
  const copy = readBack(text, maxJsonDepth)
  if (!isJsonObject(copy)) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_an_object' })
  return copy
}

function textOf(args: unknown): string {
  try {
    return stringifyJson(args as JsonObject)
  } catch (cause) {
    // A cycle, or nesting that no server would accept, ends in the engine's own limit.
    if (cause instanceof RangeError) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'too_deep' }, { cause })
    const { pointer, reason } = cause as { readonly pointer?: string; readonly reason?: 'not_json' | 'not_finite' }
    throw new GovernedError('arguments_invalid', { pointer: pointer ?? '', reason: reason ?? 'not_json' }, { cause })
  }
}

function readBack(text: string, maxJsonDepth: number): ReturnType<typeof parseJson> {
  try {
    return parseJson(text, maxJsonDepth)
  } catch (error) {
    if (hasCode(error, 'json_invalid')) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_json' }, { cause: error })
    throw error
  }
}
