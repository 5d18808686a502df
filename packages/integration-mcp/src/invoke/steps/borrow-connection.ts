import type { VerifiedKeeper, VerifiedLoan } from '../../service/keep-verified.ts'
import type { CallTime } from './start-time.ts'

/**
 * A connection whose tools were compared a short while ago, or one that is opened and compared now, within the time of
 * the call. One that comes too late is given back.
 * @throws GovernedError `deadline_exceeded`, `cancelled`, and what opening refuses
 */
export async function borrowConnection(keeper: VerifiedKeeper, time: CallTime): Promise<VerifiedLoan> {
  const warm = keeper.borrowWarm()
  if (warm !== null) return warm
  const borrowing = keeper.borrow()
  try {
    return await time.within(borrowing)
  } catch (error) {
    void borrowing.then(
      (loan) => loan.giveBack(true),
      () => {}
    )
    throw error
  }
}
