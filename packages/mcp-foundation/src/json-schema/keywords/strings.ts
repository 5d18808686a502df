import { ownMember } from '../../json/is-json-object.ts'
import { compilePattern } from '../pattern/compile-pattern.ts'
import type { Automaton } from '../pattern/compile-pattern.ts'
import { matchesPattern } from '../pattern/match-pattern.ts'
import { parsePattern } from '../pattern/parse-pattern.ts'
import { fail, spend } from '../run.ts'
import type { Check, Run } from '../run.ts'
import type { NodeContext } from '../schema-node.ts'

/** `minLength` and `maxLength` (Validation 6.3): characters, which are code points. */
export function checkLength({ schema, site }: NodeContext): Check | null {
  const least = ownMember(schema, 'minLength')
  const most = ownMember(schema, 'maxLength')
  if (least === undefined && most === undefined) return null
  const min = least === undefined ? 0 : Number(least)
  const max = most === undefined ? Infinity : Number(most)
  const tooShort = site('minLength')
  const tooLong = site('maxLength')
  return (value, run) => {
    if (typeof value !== 'string') return true
    // A character takes one or two units: often the units alone decide.
    const decided = value.length <= max && value.length >= 2 * min
    const length = decided ? value.length : countCharacters(value, run)
    if (length > max) return fail(run, tooLong)
    return decided || length >= min || fail(run, tooShort)
  }
}

function countCharacters(text: string, run: Run): number {
  spend(run, text.length >> 2)
  let count = text.length
  for (let at = 0; at < text.length - 1; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0xd800 || unit > 0xdbff) continue
    const next = text.charCodeAt(at + 1)
    if (next < 0xdc00 || next > 0xdfff) continue
    count -= 1
    at += 1
  }
  return count
}

/** `pattern` (6.3.3): found anywhere in the string, by code points. */
export function checkPattern({ schema, site }: NodeContext): Check | null {
  const pattern = ownMember(schema, 'pattern')
  if (typeof pattern !== 'string') return null
  const here = site('pattern')
  const matches = createMatcher(pattern)
  return (value, run) => typeof value !== 'string' || matches(value, run) || fail(run, here)
}

/** The automaton is made when it is first needed. */
export function createMatcher(pattern: string): (text: string, run: Run) => boolean {
  let automaton: Automaton | null = null
  return (text, run) => {
    if (automaton === null) {
      automaton = compilePattern(parsePattern(pattern))
      spend(run, automaton.kinds.length)
    }
    return matchesPattern(automaton, text, (steps) => spend(run, steps))
  }
}
