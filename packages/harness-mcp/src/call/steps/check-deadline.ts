import type { GovernedCall } from '../governed-call.ts'

/**
 * There is time, and the caller still wants the call.
 * @throws GovernedError `deadline_exceeded`, `cancelled`
 */
export function checkDeadline({ time }: GovernedCall): void {
  time.signal.throwIfAborted()
}
