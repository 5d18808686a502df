import type { JobRunner } from '@b10x/ports'
import type { JobDefinition } from '../define/define-job.ts'
import { resolveGovernance } from '../govern/govern-tool.ts'
import { publishTool } from './publish-tool.ts'
import type { ServedTool } from './served-tool.ts'

/**
 * Jobs as `job_<name>`, with their declared schema.
 * @throws GovernedError `option_invalid`, `effect_undeclared`
 */
export function exposeJobs(jobs: readonly JobDefinition[], runner: JobRunner): readonly ServedTool[] {
  return jobs.map((job) => {
    const effectNow = (): unknown => ('effect' in job ? job.effect : 'execute')
    const { name, title, description, inputSchema } = job
    return {
      published: publishTool({ name: `job_${name}`, title, description, inputSchema, effect: effectNow(), source: 'jobs' }),
      effectNow,
      governance: job.governance === undefined ? null : resolveGovernance(job.governance),
      returnsExternalContent: job.returnsExternalContent === true,
      run: (input, _context, call) => runner.run({ job: name, input }, call)
    }
  })
}
