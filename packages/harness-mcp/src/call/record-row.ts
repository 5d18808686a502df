import type { AuditRecord } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from './authority.ts'
import type { GovernedCall } from './governed-call.ts'

type Untimed<R> = R extends AuditRecord ? Omit<R, 'at'> : never

/**
 * Writes one row, and waits until the sink has it.
 * @throws GovernedError `audit_unavailable`, which says whether the call may have been sent
 */
export async function recordRow({ authority, attempted }: GovernedCall, row: Untimed<AuditRecord>): Promise<void> {
  const { audit, clock } = authority
  if (audit === null) return
  try {
    await audit.record({ at: new Date(clock.now()).toISOString(), ...row } as AuditRecord)
  } catch (cause) {
    throw new GovernedError('audit_unavailable', { attempted }, { cause })
  }
}

/**
 * Writes the outcome of an attempt, and before it what happened on the connection meanwhile. A row that cannot be written
 * does not keep the others from being tried.
 * @throws GovernedError `audit_unavailable`
 */
export async function recordEnd(call: GovernedCall, tool: GovernedTool, outcome: Untimed<AuditRecord>): Promise<void> {
  const events = await tryEvents(call, tool)
  await recordRow(call, outcome)
  if (events !== null) throw events
}

/** @returns the first failure, or null */
async function tryEvents(call: GovernedCall, { remote, published: { source } }: GovernedTool): Promise<unknown> {
  const { actor, tenantId, runId } = call.facts
  const about = {
    ...(actor === undefined ? {} : { actor }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(runId === undefined ? {} : { runId }),
    source
  }
  let failure: unknown = null
  for (const event of remote.drainEvents()) {
    try {
      if (event.kind === 'reauthorized') await recordRow(call, { event: 'reauthorized', ...about, status: event.status })
      else await recordRow(call, { event: 'drift_suspected', ...about })
    } catch (error) {
      failure ??= error
    }
  }
  return failure
}
