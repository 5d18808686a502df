import { GovernedError } from '@b10x/ports/errors'
import type { Bounds } from '@b10x/ports'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/json-value.ts'
import { NotJsonError, writeJson } from '../json/write-json.ts'

/**
 * The JSON text of the arguments, exact numbers included.
 * @throws GovernedError `arguments_invalid` with a JSON pointer, `bound_exceeded` for `maxArgumentBytes`
 */
export function serializeArguments(args: JsonObject, bounds: Pick<Bounds, 'maxArgumentBytes'>): string {
  if (!isJsonObject(args)) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_an_object' })
  const text = write(args)
  const seen = Buffer.byteLength(text)
  if (seen > bounds.maxArgumentBytes) {
    throw new GovernedError('bound_exceeded', { bound: 'maxArgumentBytes', limit: bounds.maxArgumentBytes, seen })
  }
  return text
}

function write(args: JsonObject): string {
  try {
    return writeJson(args, { sorted: false, indent: 0 })
  } catch (error) {
    if (error instanceof NotJsonError) {
      throw new GovernedError('arguments_invalid', { pointer: error.pointer, reason: error.reason })
    }
    // A cycle, or nesting that no server would accept, ends in the engine's own limit.
    if (error instanceof RangeError) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'too_deep' })
    throw error
  }
}
