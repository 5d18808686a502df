import type { ToolPort } from '@b10x/ports'
import { createServedPort } from '../call/create-served-port.ts'
import { prepareSurface } from './prepare-surface.ts'
import type { HarnessOptions } from './server-options.ts'

/**
 * What a harness shows, as a tool port under the harness's policy, approvals and rows.
 * @throws GovernedError as `prepareSurface`
 */
export function createHarnessPort(harness: HarnessOptions): ToolPort {
  const tools = prepareSurface(harness)
  return createServedPort({
    tools: new Map(tools.map((tool) => [tool.published.name, tool])),
    policy: harness.policy ?? null,
    approvals: harness.approvals ?? null,
    audit: harness.audit ?? null,
    resolveToolContext: harness.mcp?.resolveToolContext ?? null,
    onError: harness.onError ?? null,
    clock: harness.clock ?? Date
  })
}
