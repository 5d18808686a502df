import type { GrantStore } from './approval-grant.ts'
import type { IdempotencyStore } from './idempotency.ts'

/** What has to be there before a mutation runs. */
export interface Governance {
  /** Somebody has to agree to exactly these arguments. Default true. */
  readonly requireApproval?: boolean
  /** The version that the policy has to have. Default: any, but there has to be one. */
  readonly policyVersion?: string
  /** The host has to give a key (`resolveToolContext`). Default false. */
  readonly requireIdempotencyKey?: boolean
  /** Spends grants that have no `redeem` of their own. */
  readonly grants?: GrantStore
  /** What ran under which key. Default: the memory of this process, `createMemoryIdempotency()`. */
  readonly idempotency?: IdempotencyStore
}

export const GOVERNANCE_OPTIONS: readonly (keyof Governance)[] = ['requireApproval', 'policyVersion', 'requireIdempotencyKey', 'grants', 'idempotency']
