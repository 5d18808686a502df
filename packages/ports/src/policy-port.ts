import type { JsonObject } from './json-value.ts'
import type { ToolEffect } from './tool-effect.ts'

/** One call that a policy judges. */
export interface PolicyQuery {
  /** The published name. */
  readonly tool: string
  readonly source: string
  readonly effect?: ToolEffect
  /** The arguments that will be sent, frozen. */
  readonly arguments: JsonObject
  readonly actor?: string
  readonly tenantId?: string
}

export interface PolicyDecision {
  /** `approval`: somebody has to agree to exactly these arguments first. */
  readonly decision: 'allow' | 'approval' | 'deny'
  /** Names the rules that decided. Approvals given under another version are void. */
  readonly policyVersion: string
}

/** What may be called. A port that throws denies. */
export interface PolicyPort {
  decide(query: PolicyQuery): PolicyDecision | Promise<PolicyDecision>
}
