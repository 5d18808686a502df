import type { PolicyDecision } from '@b10x/ports'
import { resolveGovernance } from '../govern/govern-tool.ts'
import type { ResolvedGovernance } from '../govern/govern-tool.ts'
import type { ServedCall } from './served-call.ts'

/** For what is not governed by itself, where the policy of the host wants an approval. */
const BY_POLICY: ResolvedGovernance = resolveGovernance({})

/** What the call has to fulfil: the tool's own demands, or the policy's; null where there are none. */
export function governanceOf({ tool }: ServedCall, decision: PolicyDecision | null): ResolvedGovernance | null {
  return tool.governance ?? (decision?.decision === 'approval' ? BY_POLICY : null)
}
