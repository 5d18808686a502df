import type { AuditRecord, AuditSink } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

export interface MemoryAudit extends AuditSink {
  /** In the order in which they were written. */
  readonly rows: readonly AuditRecord[]
}

/**
 * Rows in memory, for tests and short programs.
 * @param maxRows further ones are refused with `audit_unavailable`, and so are the calls that they are about
 */
export function createMemoryAudit(maxRows: number = 100_000): MemoryAudit {
  const rows: AuditRecord[] = []
  return Object.freeze<MemoryAudit>({
    rows,
    record(row) {
      if (rows.length >= maxRows) throw new GovernedError('audit_unavailable', { attempted: false })
      rows.push(Object.freeze(row))
    }
  })
}
