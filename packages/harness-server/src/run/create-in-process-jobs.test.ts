import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { digestOf, recordingAudit, serve } from '../__fixtures__/served.ts'
import { defineJob } from '../define/define-job.ts'
import type { RunContext } from '../define/tool-context.ts'
import { createInProcessJobs } from './create-in-process-jobs.ts'

const job = (run: (input: object, context: RunContext) => unknown): ReturnType<typeof defineJob> =>
  defineJob({ name: 'report', description: 'Reports.', inputSchema: { type: 'object' }, run })

describe('a job', () => {
  it('runs for the actor and the tenant of the call, and its rows name the same run', async () => {
    let seen: RunContext | undefined
    const audit = recordingAudit()
    const { call } = serve({ jobs: [job((_input, context) => ((seen = context), { pages: 3 }))], mcp: { exposeJobs: true }, audit })
    const progress: unknown[] = []
    const result = await call('job_report', { month: 5 }, { onProgress: (one) => void progress.push(one) })
    expect(result.structuredContent).toEqual({ pages: 3 })
    expect(seen).toMatchObject({ actor: 'user:alice', tenantId: 'acme', requestId: '7', inputDigest: digestOf({ month: 5 }) })
    expect(audit.rows.map(({ runId }) => runId)).toEqual([seen?.runId, seen?.runId])
    expect(audit.rows[0]).toMatchObject({ tool: 'job_report', source: 'jobs', effect: 'execute' })
    seen?.reportProgress(1, 2)
    seen?.reportProgress(2)
    expect(progress).toEqual([{ progress: 1, total: 2 }, { progress: 2 }])
  })

  it('goes to the runner of the host where there is one', async () => {
    const runs: unknown[] = []
    const jobRunner = { run: async (request: object, { actor, tenantId }: object & { readonly actor?: string; readonly tenantId?: string }) => (runs.push([request, actor, tenantId]), 'queued') }
    const { call } = serve({ jobs: [defineJob({ name: 'report', description: 'Reports.', inputSchema: { type: 'object' } })], jobRunner, mcp: { exposeJobs: true } })
    await call('job_report', { month: 5 })
    expect(runs).toEqual([[{ job: 'report', input: { month: 5 } }, 'user:alice', 'acme']])
  })

  it('fulfils the governance that its author gave it', async () => {
    let runs = 0
    const jobs = [defineJob({ ...job(() => (runs += 1)), governance: {} })]
    await expectCode(serve({ jobs, mcp: { exposeJobs: true } }).call('job_report'), 'policy_denied')
    await expectCode(serve({ jobs, mcp: { exposeJobs: true, resolveToolContext: () => ({ policyVersion: 'v1' }) } }).call('job_report'), 'approval_required')
    expect(runs).toBe(0)
  })

  it('runs beside a bounded number of others', async () => {
    const releases: (() => void)[] = []
    const jobs = createInProcessJobs([job(() => new Promise<void>((resolve) => releases.push(resolve)))], { maxRuns: 2 })
    const run = (): Promise<unknown> => jobs.run({ job: 'report', input: {} }, {})
    const running = [run(), run()]
    expect((await expectCode(run(), 'rate_limited')).details).toEqual({ limit: 2, windowMs: null })
    for (const release of releases) release()
    await Promise.all(running)
    const later = run()
    releases.at(-1)?.()
    await later
  })

  it('has to exist, and to be a function', async () => {
    await expectCode(createInProcessJobs([]).run({ job: 'report', input: {} }, {}), 'option_invalid')
    expectThrownCode(() => createInProcessJobs([defineJob({ name: 'a', description: 'A.', inputSchema: {} })]), 'option_invalid')
    expectThrownCode(() => createInProcessJobs([], { maxRuns: 0.5 }), 'option_invalid')
  })
})
