// What happens while a job runs reaches both sides: progress the caller, and an abort the job.
import { connect } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { defineJob, startDevServer } from '@b10x/harness-server'
import { expectCode } from '@b10x/testkit'
import { staticTokenAuthenticator } from '@b10x/tool-server'
import { expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

const TOKEN = 'a-token-of-alice'

it('a job says how far it is, and ends when its caller gives up', async () => {
  const abort = new AbortController()
  let ended = (_code: string): void => {}
  const row = new Promise<string>((resolve) => (ended = resolve))
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => (stop = resolve))
  const slow = defineJob({
    name: 'slow',
    description: 'Takes long.',
    inputSchema: { type: 'object' },
    run: async (_input, { signal, reportProgress }) => {
      signal.addEventListener('abort', stop, { once: true })
      reportProgress(1, 4)
      await stopped
    }
  })
  const server = await startDevServer({
    authenticate: staticTokenAuthenticator({ [TOKEN]: { subject: 'user:alice', scopes: ['mcp:invoke'] } }),
    jobs: [slow],
    audit: { record: (one) => (one.event === 'call_failed' ? ended(one.code) : undefined) },
    mcp: { enabled: true, exposeJobs: true }
  })
  try {
    const client = await connect(httpTransport(server.url, { headers: { authorization: `Bearer ${TOKEN}` } }), { protocolVersion: '2026-07-28' })
    const progress: unknown[] = []
    const onProgress = (one: unknown): void => {
      progress.push(one)
      abort.abort()
    }
    await expectCode(client.callTool('job_slow', {}, { signal: abort.signal, onProgress }), 'outcome_unknown')
    await stopped
    expect(progress).toMatchObject([{ progress: 1, total: 4 }])
    expect(await row).toBe('outcome_unknown')
    await client.close()
  } finally {
    await server.close()
  }
})
