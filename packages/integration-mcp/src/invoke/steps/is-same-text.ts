import { timingSafeEqual } from 'node:crypto'

/** Whether a text is the expected one, in a time that depends on lengths alone. */
export function isSameText(given: unknown, expected: string): boolean {
  if (typeof given !== 'string') return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
