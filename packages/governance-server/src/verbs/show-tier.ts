import { findNameFloor, readContract } from '@b10x/governance-rules'
import type { RegisteredTool } from '@b10x/governance-rules'
import type { CommandIo } from '../cli/command-io.ts'
import type { Invocation } from '../cli/invocation.ts'
import { openFolder } from '../files/open-folder.ts'
import { describeTier } from '../policy/describe-tier.ts'

/** What is known of a tool's tier: what the registry says, and the least that its name allows. */
export interface ToolTier {
  readonly tool: string
  readonly registered: boolean
  readonly tier: number | null
  readonly rationale: string | null
  readonly atLeast: number | null
  /** What a consumer has to do before such a call. */
  readonly demands: string
}

/** `tier TOOL`. Exit status 0 where the registry has the tool, else 1. */
export async function showTier(asked: Invocation & { readonly verb: 'tier' }, io: CommandIo): Promise<number> {
  const registered = readContract(openFolder(asked.root)).registry?.tools.find(({ name }) => name.value === asked.tool)
  const known = tierOf(asked.tool, registered)
  io.out(asked.json ? `${JSON.stringify(known, null, 2)}\n` : describe(known))
  return known.registered ? 0 : 1
}

export function tierOf(tool: string, registered: RegisteredTool | undefined): ToolTier {
  const floor = findNameFloor(tool)?.tier ?? null
  const tier = registered?.tier?.value ?? null
  return { tool, registered: registered !== undefined, tier, rationale: registered?.rationale?.value ?? null, atLeast: floor, demands: describeTier(tier ?? floor) }
}

function describe({ tool, registered, tier, rationale, atLeast, demands }: ToolTier): string {
  const said = registered ? `tier ${tier ?? 'not stated'}${rationale === null ? '' : `: ${rationale}`}` : 'not in the registry'
  return `${tool}  ${said}\n${atLeast === null ? '' : `its name asks for tier ${atLeast} at least\n`}${demands}\n`
}
