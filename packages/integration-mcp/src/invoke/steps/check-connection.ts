import type { OperationInvocation } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { PreparedService } from '../../service/service-parts.ts'
import { isSameText } from './is-same-text.ts'

/**
 * The call is for the Connection of the service.
 * @throws GovernedError `connection_mismatch`
 */
export function checkConnection({ facts }: PreparedService, { connectionRef }: OperationInvocation): void {
  if (!isSameText(connectionRef, facts.connection.ref)) throw new GovernedError('connection_mismatch', {})
}
