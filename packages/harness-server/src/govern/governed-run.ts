import type { ApprovalReservation, Clock } from '@b10x/ports'
import type { ToolContext } from '../define/tool-context.ts'
import type { Governance } from './governance.ts'
import type { IdempotencyStore } from './idempotency.ts'

/** One call of a governed tool. */
export interface GovernedRun<R> {
  /** The published name. */
  readonly tool: string
  readonly governance: Governance & { readonly idempotency: IdempotencyStore }
  readonly context: ToolContext
  readonly clock: Clock
  /** The policy wants an approval, whatever the tool says. */
  readonly approvalDemanded: boolean
  /** Asks the approvals of the host, where the context brought none. */
  readonly reserve?: () => Promise<ApprovalReservation | null>
  /** The last thing before `run`: from here on the call may have happened. */
  readonly attempt: (approvalId: string | undefined) => Promise<void>
  readonly run: () => Promise<R>
}
