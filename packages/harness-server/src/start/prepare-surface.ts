import type { ServedTool } from '../expose/served-tool.ts'
import { exposeAgents } from '../expose/expose-agents.ts'
import { exposeJobs } from '../expose/expose-jobs.ts'
import { exposeTools } from '../expose/expose-tools.ts'
import { refuseCollisions } from '../expose/refuse-collisions.ts'
import { createInProcessAgents } from '../run/create-in-process-agents.ts'
import { createInProcessJobs } from '../run/create-in-process-jobs.ts'
import type { HarnessOptions } from './server-options.ts'

/**
 * All that `/mcp` shows, checked.
 * @throws GovernedError `option_invalid`, `effect_undeclared`, `governance_missing`, `tool_name_collision`
 */
export function prepareSurface({ jobs = [], agents = [], mcp = {}, jobRunner, agentHost }: HarnessOptions): readonly ServedTool[] {
  const shownJobs = mcp.exposeJobs === true ? jobs : []
  const shownAgents = mcp.exposeAgents === true ? agents : []
  const tools = [
    ...exposeJobs(shownJobs, jobRunner ?? createInProcessJobs(shownJobs)),
    ...exposeAgents(shownAgents, agentHost ?? createInProcessAgents(shownAgents)),
    ...exposeTools(mcp.tools ?? [])
  ]
  refuseCollisions(tools)
  return tools
}
