import type { CallContext } from '@b10x/ports'
import type { ApprovedCalls } from '../approvals/approval-bridge.ts'

/** What every adapter takes. */
export interface AdapterOptions {
  /** On whose behalf calls are made. */
  readonly context?: Pick<CallContext, 'actor' | 'tenantId' | 'runId' | 'deadlineMs' | 'onProgress'>
}

/** For frameworks that ask their user for approvals. */
export interface ApprovingOptions extends AdapterOptions {
  /**
   * Given, a call that the policy wants approved is asked about in the framework's own way. It is the bridge that the
   * port was governed with: `createApprovalBridge` of `@b10x/tool-adapters/approvals`. Absent, the port's own approvals decide.
   */
  readonly approvals?: ApprovedCalls
}

export type { ApprovedCalls }
