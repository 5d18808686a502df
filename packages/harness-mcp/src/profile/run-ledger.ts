import { randomUUID } from 'node:crypto'
import type { AuditRecord, RunEvidence } from '@b10x/ports'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import type { ConnectionEvent } from '../admission/admitted-tools.ts'
import type { Governance } from '../governance.ts'

/** The rows about a run as a whole; those about its calls are written with the calls. */
export interface RunLedger {
  readonly runId: string
  /**
   * What happened while connecting, and that the run stands.
   * @throws GovernedError `audit_unavailable`: a run whose row cannot be written does not start
   */
  prepared(evidence: RunEvidence, events: readonly ConnectionEvent[]): Promise<void>
  /** Never fails: there is a refusal to report, and it is the one that counts. */
  refused(error: unknown): Promise<void>
  /** What happened since the last call, and the end. @throws GovernedError `audit_unavailable` */
  closed(events: readonly ConnectionEvent[]): Promise<void>
}

/** @param source the name of the profile */
export function openRunLedger(source: string, governance: Omit<Governance, 'toolPolicy'>): RunLedger {
  const { audit, clock, actor, tenantId, runId = randomUUID() } = governance

  function head(): { readonly at: string; readonly runId: string; readonly source: string; readonly actor?: string; readonly tenantId?: string } {
    const at = new Date(clock?.now() ?? Date.now()).toISOString()
    return { at, runId, ...(actor === undefined ? {} : { actor }), ...(tenantId === undefined ? {} : { tenantId }), source }
  }

  async function record(row: AuditRecord): Promise<void> {
    try {
      await audit?.record(row)
    } catch (cause) {
      throw new GovernedError('audit_unavailable', { attempted: false }, { cause })
    }
  }

  async function recordEvents(events: readonly ConnectionEvent[]): Promise<void> {
    for (const event of events) {
      await record(event.kind === 'reauthorized' ? { ...head(), event: event.kind, status: event.status } : { ...head(), event: event.kind })
    }
  }

  return {
    runId,
    async prepared(evidence, events) {
      await recordEvents(events)
      await record({ ...head(), event: 'run_prepared', evidence })
    },
    async refused(error) {
      if (!isGovernedError(error)) return
      await record({ ...head(), event: 'run_refused', code: error.code }).catch(() => undefined)
    },
    async closed(events) {
      await recordEvents(events)
      await record({ ...head(), event: 'run_closed' })
    }
  }
}
