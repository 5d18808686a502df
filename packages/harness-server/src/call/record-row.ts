import type { AuditRecord } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ErrorCode } from '@b10x/ports/errors'
import type { ServedCall } from './served-call.ts'

/** What a row says beyond the call. */
export type RowEvent =
  | { readonly event: 'call_refused'; readonly code: ErrorCode }
  | { readonly event: 'call_attempted' }
  | { readonly event: 'call_completed'; readonly isError: boolean; readonly resultDigest: string; readonly resultBytes: number; readonly outputSchemaViolation: boolean }
  | { readonly event: 'call_failed'; readonly code: ErrorCode }

/**
 * Writes one row, and waits until the sink has it.
 * @throws GovernedError `audit_unavailable`, which says whether the tool may have run
 */
export async function recordRow(call: ServedCall, event: RowEvent): Promise<void> {
  const { audit, clock } = call.authority
  if (audit === null) return
  const { actor, tenantId, runId, toolCallId, inputDigest } = call.context
  const { name, source, effect } = call.tool.published
  const row = {
    at: new Date(clock.now()).toISOString(),
    ...event,
    runId,
    ...(actor === undefined ? {} : { actor }),
    ...(tenantId === undefined ? {} : { tenantId }),
    toolCallId,
    tool: name,
    source,
    ...(effect === undefined ? {} : { effect }),
    argumentsDigest: inputDigest,
    ...(call.policyVersion === undefined ? {} : { policyVersion: call.policyVersion }),
    ...(call.approvalId === undefined ? {} : { approvalId: call.approvalId })
  } as AuditRecord
  try {
    await audit.record(row)
  } catch (cause) {
    throw new GovernedError('audit_unavailable', { attempted: call.attempted }, { cause })
  }
}

/** From here on the tool may have run. @throws GovernedError `audit_unavailable` */
export async function recordAttempt(call: ServedCall, approvalId?: string): Promise<void> {
  call.approvalId = approvalId
  await recordRow(call, { event: 'call_attempted' })
  call.attempted = true
}
