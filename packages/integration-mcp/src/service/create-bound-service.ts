import { createSchemaValidator } from '@b10x/mcp-foundation/json-schema'
import type { BoundService, OperationBinding } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { invokeOperation } from '../invoke/invoke-operation.ts'
import { describeLease } from './describe-lease.ts'
import { keepVerified } from './keep-verified.ts'
import { openVerified } from './open-verified.ts'
import type { PreparedService } from './service-parts.ts'

/** @param bindings checked ones */
export function createBoundService(service: PreparedService, bindings: Readonly<Record<string, OperationBinding>>): BoundService {
  const { facts, operations, outlets, profile } = service
  const { verifiedForMs, clock } = outlets
  const keeper = keepVerified({ open: (signal) => openVerified(profile, outlets, signal), verifiedForMs, clock })
  const running = { service, keeper, validator: createSchemaValidator(outlets.bounds) }

  return Object.freeze<BoundService>({
    facts,
    bindings,
    describe(operationRef, authority) {
      const operation = operations.get(operationRef)
      if (operation === undefined) throw new GovernedError('operation_not_found', {})
      const connectionRef = facts.connection.ref
      return { ...operation.facts, connectionRef, lease: describeLease({ snapshotDigest: facts.snapshotDigest, operationRef, connectionRef, authority }) }
    },
    invoke: (invocation, context = {}) => invokeOperation(running, invocation, context),
    close: () => keeper.close()
  })
}
