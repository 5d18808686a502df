import { timingSafeEqual } from 'node:crypto'
import type { OperationInvocation } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { describeLease } from '../../service/describe-lease.ts'
import type { PreparedService } from '../../service/service-parts.ts'

/**
 * What the caller read is what holds now.
 * @throws GovernedError `lease_stale`, also for what is no lease at all
 */
export function checkLease({ facts }: PreparedService, { lease, operationRef, authority }: OperationInvocation): void {
  if (typeof lease !== 'string' || typeof operationRef !== 'string' || !operationRef.isWellFormed()) throw new GovernedError('lease_stale', {})
  const expected = Buffer.from(describeLease({ snapshotDigest: facts.snapshotDigest, operationRef, connectionRef: facts.connection.ref, authority }))
  const given = Buffer.from(lease)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new GovernedError('lease_stale', {})
}
