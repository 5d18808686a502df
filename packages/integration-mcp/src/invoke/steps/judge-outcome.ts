import type { CallOutcome, CompleteOutcome } from '@b10x/mcp-foundation'
import type { CallContext, OperationResult } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { sealContent } from '../../egress/seal-content.ts'
import type { PreparedOperation, PreparedService } from '../../service/service-parts.ts'

/**
 * The complete result as it came, or a failure without a word of the server.
 * @throws GovernedError `operation_failed` (what the server said is sealed), `input_required`, `result_unrecognized`
 */
export async function judgeOutcome(service: PreparedService, { facts }: PreparedOperation, outcome: CallOutcome, context: CallContext): Promise<OperationResult> {
  const { operationRef } = facts
  if (outcome.kind === 'input_required') throw new GovernedError('input_required', { tool: operationRef })
  if (outcome.kind === 'unrecognized') throw new GovernedError('result_unrecognized', { tool: operationRef, reason: outcome.reason })
  if (outcome.isError) throw await failureOf(service, operationRef, outcome, context)
  return { result: outcome.result, outputSchemaViolation: outcome.outputSchemaViolation !== undefined, trust: 'untrusted' }
}

async function failureOf({ facts, outlets }: PreparedService, operationRef: string, outcome: CompleteOutcome, { tenantId }: CallContext): Promise<GovernedError<'operation_failed'>> {
  const subject = { operationRef, connectionRef: facts.connection.ref, code: 'operation_failed', ...(tenantId === undefined ? {} : { tenantId }) }
  const sealed = await sealContent(outlets.seal, subject, outcome.bytes())
  return new GovernedError('operation_failed', { operation: operationRef, sealed })
}
