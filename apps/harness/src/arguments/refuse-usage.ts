import { GovernedError } from '@b10x/ports/errors'

/**
 * Ends the command because the command line cannot be understood.
 * @throws GovernedError `usage_invalid` with the hint.
 */
export function refuseUsage(hint: string): never {
  throw new GovernedError('usage_invalid', { hint })
}
