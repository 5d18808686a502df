import type { OperationInvocation } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { describeLease } from '../../service/describe-lease.ts'
import type { PreparedService } from '../../service/service-parts.ts'
import { isSameText } from './is-same-text.ts'

/**
 * What the caller read is what holds now.
 * @throws GovernedError `lease_stale`, also for what is no lease at all
 */
export function checkLease({ facts }: PreparedService, { lease, operationRef, authority }: OperationInvocation): void {
  if (typeof operationRef !== 'string' || !operationRef.isWellFormed()) throw new GovernedError('lease_stale', {})
  const expected = describeLease({ snapshotDigest: facts.snapshotDigest, operationRef, connectionRef: facts.connection.ref, authority })
  if (!isSameText(lease, expected)) throw new GovernedError('lease_stale', {})
}
