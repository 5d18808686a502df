import { ownMember } from '../../json/is-json-object.ts'
import { compareNumbers, digitsOf, isJsonNumber, isMultipleOf } from '../exact-arithmetic.ts'
import type { JsonNumber } from '../exact-arithmetic.ts'
import { fail, spend } from '../run.ts'
import type { Check } from '../run.ts'
import type { NodeContext } from '../schema-node.ts'

const HOLDS: readonly (readonly [keyword: string, holds: (value: JsonNumber, limit: JsonNumber) => boolean])[] = [
  ['minimum', (value, limit) => compareNumbers(value, limit) >= 0],
  ['maximum', (value, limit) => compareNumbers(value, limit) <= 0],
  ['exclusiveMinimum', (value, limit) => compareNumbers(value, limit) > 0],
  ['exclusiveMaximum', (value, limit) => compareNumbers(value, limit) < 0],
  ['multipleOf', isMultipleOf]
]

/** Validation 6.2, on exact decimals: 0.3 is a multiple of 0.1, and 9007199254740993 is more than 9007199254740992. */
export function checkNumber({ schema, site }: NodeContext): Check | null {
  const asserted = HOLDS.flatMap(([keyword, holds]) => {
    const limit = ownMember(schema, keyword)
    return isJsonNumber(limit) ? [{ holds, limit, digits: digitsOf(limit), here: site(keyword) }] : []
  })
  if (asserted.length === 0) return null
  return (value, run) => {
    if (!isJsonNumber(value)) return true
    let all = true
    for (const { holds, limit, digits, here } of asserted) {
      spend(run, digits + digitsOf(value))
      if (!holds(value, limit)) all = fail(run, here)
    }
    return all
  }
}
