import { createHash, timingSafeEqual } from 'node:crypto'
import type { OperationInvocation } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { PreparedService } from '../../service/service-parts.ts'

/**
 * The call is for the Connection of the service.
 * @throws GovernedError `connection_mismatch`
 */
export function checkConnection({ facts }: PreparedService, { connectionRef }: OperationInvocation): void {
  if (typeof connectionRef === 'string' && timingSafeEqual(digest(connectionRef), digest(facts.connection.ref))) return
  throw new GovernedError('connection_mismatch', {})
}

/** Of one length, so that comparing takes one time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
