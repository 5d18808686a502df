import type { OperationInvocation } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { PreparedOperation, PreparedService } from '../../service/service-parts.ts'

/**
 * The operation, which can be called.
 * @throws GovernedError `operation_not_found`, `tool_invalid` (named by its operation)
 */
export function findOperation({ operations }: PreparedService, { operationRef }: Pick<OperationInvocation, 'operationRef'>): PreparedOperation {
  const operation = operations.get(operationRef)
  if (operation === undefined) throw new GovernedError('operation_not_found', {})
  const { status } = operation.tool
  if (status !== 'usable') throw new GovernedError('tool_invalid', { tool: operationRef, reason: status })
  return operation
}
