import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'
import type { GovernedCall } from '../governed-call.ts'

/**
 * A connection may be for some subjects alone. Whoever calls without a name is none of them.
 * @throws GovernedError `policy_denied`, as for any other reason that a policy has
 */
export function checkSubject({ facts }: GovernedCall, { remote: { subjects }, published }: GovernedTool): void {
  if (subjects === null) return
  if (facts.actor === undefined || !subjects.includes(facts.actor)) throw new GovernedError('policy_denied', { tool: published.name })
}
