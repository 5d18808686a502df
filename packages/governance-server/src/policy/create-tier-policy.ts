import type { PolicyDecision, PolicyPort } from '@b10x/ports'
import { findNameFloor } from '@b10x/governance-rules'
import type { ToolRegistry } from '@b10x/governance-rules'

/** What a harness does with tools of the tiers that leave room. */
export interface TierPolicyOptions {
  /** Reviewed tiers by published name, or the registry whose names they are. */
  readonly tiers: Readonly<Record<string, number>> | ToolRegistry
  /** Names the review: approvals that were given under another one are void. */
  readonly policyVersion: string
  /** Tier 2 changes the workspace. Default `allow`. */
  readonly workspace?: 'allow' | 'approval' | 'deny'
  /** Tier 3 changes what others share. Default `approval`. */
  readonly shared?: 'approval' | 'deny'
  /** Tier 5 reaches production. Default `deny`: see `requireTwoApprovals`. */
  readonly remote?: 'approval' | 'deny'
}

/**
 * A policy that enforces tiers: 0 and 1 run, 2 and 3 as the options say, 4 after an approval of exactly that call, 5 where the
 * host said that two people approve. A tool without a tier, with one out of range, or with less than its name asks for is
 * denied: nobody reviewed it.
 */
export function createTierPolicy(options: TierPolicyOptions): PolicyPort {
  const { policyVersion, workspace = 'allow', shared = 'approval', remote = 'deny' } = options
  const tiers = new Map(isRegistry(options.tiers) ? options.tiers.tools.map(({ name, tier }) => [name.value, tier?.value ?? Number.NaN] as const) : Object.entries(options.tiers))
  const decisions = ['allow', 'allow', workspace, shared, 'approval', remote] as const
  const version = `tiers:${policyVersion}:${workspace}:${shared}:${remote}`
  return {
    decide({ tool }): PolicyDecision {
      const tier = tiers.get(tool) ?? Number.NaN
      const decision = tier >= (findNameFloor(tool)?.tier ?? 0) ? (decisions[tier] ?? 'deny') : 'deny'
      return { decision, policyVersion: version }
    }
  }
}

function isRegistry(tiers: TierPolicyOptions['tiers']): tiers is ToolRegistry {
  return Array.isArray((tiers as Partial<ToolRegistry>).tools)
}
