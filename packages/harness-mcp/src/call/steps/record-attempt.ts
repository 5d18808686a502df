import type { GovernedCall } from '../governed-call.ts'
import { recordRow } from '../record-row.ts'

/**
 * The row that says that the call may have been sent, before it can be.
 * @throws GovernedError `audit_unavailable`, `attempted: false`: nothing is sent
 */
export async function recordAttempt(call: GovernedCall): Promise<void> {
  await recordRow(call, { event: 'call_attempted', ...call.facts })
  call.attempted = true
}
