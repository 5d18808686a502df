import { EFFECT_FACTS } from '@b10x/ports'
import type { Place, ProfileFault } from './profile-place.ts'
import type { MappedTool } from './run-profile.ts'

/** Words of a name, and the tier that a tool so named has at least: what they do is hard to take back. */
const NAME_FLOORS: readonly (readonly [floor: number, words: readonly string[]])[] = [
  [5, ['deploy', 'rotate', 'production']],
  [4, ['install', 'migrate']],
  [3, ['delete', 'broadcast', 'publish', 'send']]
]

/**
 * Holds the stated tiers to effects, names and one another. A tier is stated in the profile or nowhere: nothing that a
 * server says can change it.
 * @throws GovernedError `profile_invalid`, reason `tier_below_effect`, `tier_below_name` or `rationale_copied`
 */
export function judgeTiers(tools: readonly MappedTool[], place: Place): void {
  const rationales = new Set<string>()
  for (const [index, tool] of tools.entries()) {
    if (tool.tier === null) continue
    const at = place.at(index).at('tier')
    const fault = tierFault(tool, tool.tier.level)
    if (fault !== null) throw at.at('level').fault(fault)
    // One reason for two tools is the reason of neither.
    const rationale = tool.tier.rationale.trim().toLowerCase()
    if (rationales.has(rationale)) throw at.at('rationale').fault('rationale_copied')
    rationales.add(rationale)
  }
}

function tierFault({ remote, name, effect }: MappedTool, level: number): ProfileFault | null {
  if (level < EFFECT_FACTS[effect].leastTier) return 'tier_below_effect'
  const words = new Set([...wordsOf(remote), ...wordsOf(name)])
  return NAME_FLOORS.some(([floor, floored]) => level < floor && floored.some((word) => words.has(word))) ? 'tier_below_name' : null
}

/** `sendMail`, `send_mail` and `send-mail` alike. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}
