import { GovernedError } from '@b10x/ports/errors'

const DEFAULT_MS = 10_000
const MAX_MS = 60_000

/** @throws GovernedError `option_invalid` */
export function readVerifiedFor(asked: number = DEFAULT_MS): number {
  if (Number.isSafeInteger(asked) && asked >= 1 && asked <= MAX_MS) return asked
  throw new GovernedError('option_invalid', { option: 'verifiedForMs', reason: 'out_of_range' })
}
