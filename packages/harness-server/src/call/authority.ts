import type { ApprovalPort, AuditSink, Clock, PolicyPort } from '@b10x/ports'
import type { ServedTool } from '../expose/served-tool.ts'
import type { ResolveToolContext } from './tool-context-request.ts'

/** What stands over the calls of one server, for its whole life. */
export interface Authority {
  readonly tools: ReadonlyMap<string, ServedTool>
  readonly policy: PolicyPort | null
  readonly approvals: ApprovalPort | null
  readonly audit: AuditSink | null
  readonly resolveToolContext: ResolveToolContext | null
  /** For the operator: what was thrown, under the reference that the caller got. */
  readonly onError: ((error: unknown, reference: string) => void) | null
  readonly clock: Clock
}
