// Governance in which every part that a call can reach leaves a word, and each can be made to refuse.
import type { ApprovalAnswer, AuditRecord } from '@b10x/ports'
import type { Governance } from '../../governance.ts'

export interface Refusals {
  readonly policy?: 'deny' | 'throw' | 'nonsense'
  readonly approval?: 'absent' | 'denied' | 'throw' | 'nonsense'
  readonly before?: 'refuse' | 'throw'
  readonly redeem?: 'spent' | 'throw'
  /** The rows whose writing fails. */
  readonly audit?: readonly AuditRecord['event'][]
  readonly after?: 'throw'
}

/** A word per part that was reached: rows by their event, everything else by its name. */
export type Trace = string[]

export function traceGovernance(trace: Trace, refusals: Refusals = {}, rows: AuditRecord[] = []): Governance {
  return {
    actor: 'user:alice',
    toolPolicy: {
      decide() {
        trace.push('policy')
        if (refusals.policy === 'throw') throw new Error('no policy today')
        if (refusals.policy === 'nonsense') return { decision: 'perhaps', policyVersion: 'v1' } as never
        return { decision: refusals.policy === 'deny' ? 'deny' : 'approval', policyVersion: 'v1' }
      }
    },
    approvals: {
      async reserve(): Promise<ApprovalAnswer> {
        trace.push('reserve')
        if (refusals.approval === 'throw') throw new Error('no approvals today')
        if (refusals.approval === 'nonsense') return true as never
        if (refusals.approval !== undefined) return refusals.approval
        return {
          id: 'approval-1',
          async redeem() {
            trace.push('redeem')
            if (refusals.redeem === 'throw') throw new Error('no redemption today')
            return refusals.redeem !== 'spent'
          },
          async release() {
            trace.push('release')
          }
        }
      }
    },
    hooks: [
      {
        beforeCall() {
          trace.push('before')
          if (refusals.before === 'throw') throw new Error('no')
          return refusals.before
        },
        afterCall() {
          trace.push('after')
          if (refusals.after === 'throw') throw new Error('no')
        }
      }
    ],
    audit: {
      record(row) {
        trace.push(row.event)
        if (refusals.audit?.includes(row.event) === true) throw new Error('the disk is full')
        rows.push(row)
      }
    }
  }
}
