import type { JobRunner, JsonValue } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { JobDefinition } from '../define/define-job.ts'
import { invalidOption, refuseUnknownOptions } from '../invalid-option.ts'
import { runContextOf } from './run-context.ts'

export interface InProcessJobsOptions {
  /** Runs at a time, over all callers. More are refused. Default 64. */
  readonly maxRuns?: number
}

/**
 * Runs jobs in this process, each as soon as it is asked.
 * @throws GovernedError `option_invalid`; later, from `run`, `rate_limited` and what the job throws
 */
export function createInProcessJobs(jobs: readonly JobDefinition[], options: InProcessJobsOptions = {}): JobRunner {
  refuseUnknownOptions(options, ['maxRuns'])
  const { maxRuns = 64 } = options
  if (!(Number.isSafeInteger(maxRuns) && maxRuns > 0)) throw invalidOption('maxRuns', 'it is no whole number over 0')
  const byName = new Map(jobs.map((job) => [job.name, job]))
  for (const { run } of jobs) if (typeof run !== 'function') throw invalidOption('jobs', 'a job has no run, and there is no jobRunner')
  let running = 0
  return Object.freeze<JobRunner>({
    async run({ job: name, input }, context) {
      const run = byName.get(name)?.run
      if (run === undefined) throw invalidOption('job', 'there is none of that name')
      if (running >= maxRuns) throw new GovernedError('rate_limited', { limit: maxRuns, windowMs: null })
      running += 1
      try {
        return (await run(input, runContextOf(context))) as JsonValue
      } finally {
        running -= 1
      }
    }
  })
}
