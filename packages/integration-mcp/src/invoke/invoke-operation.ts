import type { CallContext, OperationInvocation, OperationResult } from '@b10x/ports'
import type { RunningService } from './running-service.ts'
import { borrowConnection } from './steps/borrow-connection.ts'
import { checkArguments } from './steps/check-arguments.ts'
import { checkConnection } from './steps/check-connection.ts'
import { checkLease } from './steps/check-lease.ts'
import { findOperation } from './steps/find-operation.ts'
import { judgeOutcome } from './steps/judge-outcome.ts'
import { sendOnce } from './steps/send-once.ts'
import { startTime } from './steps/start-time.ts'

/**
 * FLOW: one call of one operation: lease, Connection, operation, arguments, time, a compared connection, the call once,
 * its outcome. A step that refuses leaves all later ones uncalled (ADR 0019).
 * @throws GovernedError as the steps say, in their order
 */
export async function invokeOperation({ service, keeper, validator }: RunningService, invocation: OperationInvocation, context: CallContext): Promise<OperationResult> {
  const { bounds } = service.outlets
  checkLease(service, invocation)
  checkConnection(service, invocation)
  const operation = findOperation(service, invocation)
  const args = checkArguments(validator, operation, invocation, bounds)
  const time = startTime(context, bounds.callDeadlineMs)
  const loan = await borrowConnection(keeper, time)
  const outcome = await sendOnce(loan, operation, args, time, context)
  return judgeOutcome(service, operation, outcome, context)
}
