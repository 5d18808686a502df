import { compileGlob } from '../admission/match-globs.ts'
import type { Place } from './profile-place.ts'
import type { MappedTool, ProfilePolicy, RunProfileDocument } from './run-profile.ts'

/** From this tier on a person says yes to every single call. */
const APPROVED_TIER = 4

/**
 * The rules of a profile, with what its envelopes demand: a tool of high risk, or of tier 4 and 5, needs an approval
 * whatever `allow` says.
 */
export function rulesOf({ policy, tools }: Pick<RunProfileDocument, 'policy' | 'tools'>): ProfilePolicy {
  const approved = tools.filter(needsApproval).map(({ name }) => name)
  return { ...policy, approve: [...new Set([...policy.approve, ...approved])] }
}

function needsApproval({ risk, tier }: MappedTool): boolean {
  return risk === 'high' || (tier !== null && tier.level >= APPROVED_TIER)
}

/**
 * A rule about no tool of the profile is a slip of the pen, and a dangerous one in `deny`.
 * @throws GovernedError `profile_invalid`, reason `matches_nothing`
 */
export function checkPolicyGlobs({ policy, tools }: Pick<RunProfileDocument, 'policy' | 'tools'>, place: Place): void {
  for (const list of ['allow', 'approve', 'deny'] as const) {
    for (const [index, glob] of policy[list].entries()) {
      const matches = compileGlob(glob)
      if (!tools.some(({ name }) => matches(name))) throw place.at(list).at(index).fault('matches_nothing')
    }
  }
}
