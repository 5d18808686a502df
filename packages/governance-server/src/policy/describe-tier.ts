/** What a consumer does before a call of a tier (the ladder of trust tiers, DESIGN 6). Null: nobody stated one. */
export function describeTier(tier: number | null): string {
  switch (tier) {
    case 0:
    case 1:
      return 'It may run without a question.'
    case 2:
      return 'It changes the workspace: it may run where that is allowed.'
    case 3:
      return 'It changes what others share: a person approves.'
    case 4:
      return 'It alters the environment: a person directs each action.'
    case 5:
      return 'It reaches production or remote systems: a person directs each action, and a second person approves it.'
    default:
      return 'It has no tier, so nobody has decided: do not call it.'
  }
}
