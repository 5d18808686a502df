import { GovernedError } from '@b10x/ports/errors'
import type { BoundName, Bounds } from '@b10x/ports'
import { BOUND_CEILINGS, DEFAULT_BOUNDS } from './default-bounds.ts'

/**
 * The defaults with the caller's values in their place.
 * @throws GovernedError `bounds_invalid` for an unknown name, a value that is no positive integer, or one over its ceiling.
 */
export function resolveBounds(overrides: Partial<Bounds> = {}): Bounds {
  const resolved: Record<BoundName, number> = { ...DEFAULT_BOUNDS }
  for (const [name, asked] of Object.entries(overrides)) {
    if (asked === undefined) continue
    const ceiling = Object.hasOwn(BOUND_CEILINGS, name) ? BOUND_CEILINGS[name as BoundName] : 0
    if (!Number.isSafeInteger(asked) || asked < 1 || asked > ceiling) {
      throw new GovernedError('bounds_invalid', { bound: name, ceiling, asked })
    }
    resolved[name as BoundName] = asked
  }
  return Object.freeze(resolved)
}
