import { ExactNumber, parseJson } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/mcp-foundation'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'

/**
 * Reads the arguments of a call. Numbers keep every digit, duplicate members are refused.
 * @throws GovernedError `arguments_invalid`
 */
export function readCallArguments(text: string): JsonObject {
  const value = parseArguments(text)
  if (!isObject(value)) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_an_object' })
  return value
}

function parseArguments(text: string): JsonValue {
  try {
    return parseJson(text)
  } catch (cause) {
    if (!isGovernedError(cause)) throw cause
    const reason = cause.code === 'bound_exceeded' ? 'too_deep' : 'not_json'
    throw new GovernedError('arguments_invalid', { pointer: '', reason }, { cause })
  }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
}
