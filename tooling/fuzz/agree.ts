/**
 * Whether a value of the foundation is the one that the engine reads from the same text; null, or where they differ.
 * Where the foundation kept digits that a double cannot hold, its double must be the engine's.
 */
import type { Foundation } from './foundation-under-test.ts'

export function findDifference(foundation: Pick<Foundation, 'ExactNumber'>, ours: unknown, theirs: unknown, pointer: string = ''): string | null {
  if (ours instanceof foundation.ExactNumber) return Object.is(Number(ours.source), theirs) ? null : pointer
  if (typeof ours !== 'object' || ours === null || typeof theirs !== 'object' || theirs === null) return Object.is(ours, theirs) ? null : pointer
  if (Array.isArray(ours) !== Array.isArray(theirs) || Object.getPrototypeOf(ours) !== Object.getPrototypeOf(theirs)) return pointer
  const names = Object.keys(ours)
  const others = Object.keys(theirs)
  if (names.length !== others.length) return pointer
  for (const [index, name] of names.entries()) {
    if (name !== others[index]) return `${pointer}/${name}`
    const found = findDifference(foundation, (ours as Record<string, unknown>)[name], (theirs as Record<string, unknown>)[name], `${pointer}/${name}`)
    if (found !== null) return found
  }
  return null
}
