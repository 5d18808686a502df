import { canonicalize, ExactNumber, parseJson, stringifyJson } from '@b10x/mcp-foundation'
import type { JsonObject as ExactObject } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/ports'
import { GovernedError, hasCode, isGovernedError } from '@b10x/ports/errors'
import { deepFreeze } from '../../admission/deep-freeze.ts'
import type { GovernedTool } from '../authority.ts'
import { digestText } from '../governed-call.ts'
import type { GovernedCall } from '../governed-call.ts'

/**
 * The arguments as they will be sent: what the caller's object does after this reaches nobody. Policy, approval,
 * hooks and wire see this copy. Numbers keep their digits and members their order; the digest ignores both spellings.
 * @throws GovernedError `arguments_invalid`, `bound_exceeded` for `maxArgumentBytes` and `maxJsonDepth`
 */
export function freezeArguments({ facts }: GovernedCall, { remote: { bounds } }: GovernedTool, given: JsonObject): ExactObject {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || given instanceof ExactNumber) {
    throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_an_object' })
  }
  const text = write(given)
  const limit = bounds.maxArgumentBytes
  const seen = Buffer.byteLength(text)
  if (seen > limit) throw new GovernedError('bound_exceeded', { bound: 'maxArgumentBytes', limit, seen })
  const args = readBack(text, bounds.maxJsonDepth)
  facts.argumentsDigest = digestText(canonicalize(args))
  return deepFreeze(args)
}

function write(given: JsonObject): string {
  try {
    return stringifyJson(given as ExactObject)
  } catch (error) {
    if (isGovernedError(error)) throw error
    // A cycle, or nesting that no server would accept, ends in the engine's own limit.
    if (error instanceof RangeError) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'too_deep' })
    throw describeFault(error)
  }
}

/** The writer says where, in pointers into the caller's own arguments; a getter that throws says nothing. */
function describeFault(error: unknown): GovernedError<'arguments_invalid'> {
  const { pointer, reason } = error as { readonly pointer?: unknown; readonly reason?: unknown }
  const isKnown = error instanceof TypeError && typeof pointer === 'string' && reason === 'not_finite'
  const where = error instanceof TypeError && typeof pointer === 'string' ? pointer : ''
  return new GovernedError('arguments_invalid', { pointer: where, reason: isKnown ? 'not_finite' : 'not_json' }, { cause: error })
}

function readBack(text: string, maxJsonDepth: number): ExactObject {
  try {
    return parseJson(text, maxJsonDepth) as ExactObject
  } catch (error) {
    if (hasCode(error, 'json_invalid')) throw new GovernedError('arguments_invalid', { pointer: '', reason: 'not_json' }, { cause: error })
    throw error
  }
}
