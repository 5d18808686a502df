// Jobs, persistent agents and a tool through MCP, for callers with tokens of a real authorization server.
import { defineAgent, defineJob, defineTool, startDevServer } from '@b10x/harness-server'
import type { DevServer, RunContext, ToolContext } from '@b10x/harness-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { FOUNDATION, GENERATIONS, refusalIn } from '../__fixtures__/callers.ts'
import { RESOURCE, startCompany } from '../__fixtures__/company.ts'
import type { Company } from '../__fixtures__/company.ts'
import { recordingAudit } from '../__fixtures__/served.ts'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const seen: { where: string; context: RunContext | ToolContext }[] = []

const jobs = [
  defineJob({
    name: 'report',
    description: 'Writes the report of a month.',
    inputSchema: { type: 'object', properties: { month: { type: 'integer', minimum: 1, maximum: 12 } }, required: ['month'], additionalProperties: false },
    run: ({ month }, context) => (seen.push({ where: 'report', context }), { month, pages: 3 })
  }),
  defineJob({ name: 'sweep', description: 'Counts what is stale.', effect: 'read', inputSchema: { type: 'object' }, run: (_input, context) => (seen.push({ where: 'sweep', context }), 'nothing is stale') })
]

const agents = [
  defineAgent({ name: 'support', description: 'Answers questions.', respond: ({ message, history }, context) => (seen.push({ where: 'support', context }), `${history.length / 2 + 1}. ${message}`) }),
  defineAgent({ name: 'sales', description: 'Sells.', respond: ({ message }) => `buy ${message}` })
]

const lookupAccount = defineTool({
  name: 'lookup_account',
  description: 'Finds an account.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  metadata: { effect: 'read' },
  execute: ({ id }, context) => (seen.push({ where: 'lookup_account', context }), { id, owner: context.actor ?? null })
})

const audit = recordingAudit()
let company: Company
let server: DevServer

beforeAll(async () => {
  company = await startCompany()
  const companyAuthenticator = company.authenticator
  server = await startDevServer({
    authenticate: companyAuthenticator,
    jobs,
    agents,
    audit,
    mcp: {
      enabled: true,
      exposeJobs: true,
      exposeAgents: true,
      tools: [lookupAccount],
      resource: RESOURCE
    }
  })
})
afterAll(async () => {
  await server?.close()
  await company?.[Symbol.asyncDispose]()
})

describe.each(GENERATIONS)('through $title', ({ open }) => {
  it('are jobs with their schema, agents, and tools with annotations from their effects', async () => {
    await using caller = await open(server.url, await company.token('alice'))
    const tools = await caller.tools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(['agent_sales', 'agent_support', 'job_report', 'job_sweep', 'lookup_account'])
    const named = (name: string): object | undefined => tools.find((tool) => tool.name === name)
    expect(named('job_report')).toMatchObject({ inputSchema: jobs[0]?.inputSchema, annotations: { readOnlyHint: false, destructiveHint: true } })
    expect(named('lookup_account')).toMatchObject({ annotations: { readOnlyHint: true, destructiveHint: false } })
    expect(named('agent_support')).toMatchObject({ inputSchema: { required: ['instanceId', 'message'], properties: { session: { type: 'string' } } } })
  })

  it('run for the principal and the tenant, and leave rows that say so', async () => {
    await using caller = await open(server.url, await company.token('alice'))
    seen.length = 0
    audit.rows.length = 0
    expect((await caller.call('job_report', { month: 5 })).structuredContent).toEqual({ month: 5, pages: 3 })
    expect((await caller.call('job_sweep')).content).toEqual([{ type: 'text', text: 'nothing is stale' }])
    expect((await caller.call('lookup_account', { id: '42' })).structuredContent).toEqual({ id: '42', owner: 'alice' })
    const { structuredContent } = await caller.call('agent_support', { instanceId: 'new', message: 'hello' })
    const { instanceId, session } = structuredContent as { readonly instanceId: string; readonly session: string }
    expect((await caller.call('agent_support', { instanceId, session, message: 'again' })).content).toEqual([{ type: 'text', text: '2. again' }])
    expect(seen.map(({ where }) => where)).toEqual(['report', 'sweep', 'lookup_account', 'support', 'support'])
    for (const { context } of seen) expect(context).toMatchObject({ actor: 'alice', tenantId: 'acme', inputDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), sandbox: { files: [], network: [], processes: [] } })
    expect(new Set(seen.map(({ context }) => context.requestId)).size).toBe(5)
    expect(audit.events()).toEqual(Array.from({ length: 5 }, () => ['call_attempted', 'call_completed']).flat())
    for (const row of audit.rows) expect(row).toMatchObject({ actor: 'alice', tenantId: 'acme' })
    expect(audit.rows.filter(({ event }) => event === 'call_attempted').map(({ runId }) => runId)).toEqual(seen.map(({ context }) => context.runId))
  })

  it('hold inputs to the schema before anything runs', async () => {
    await using caller = await open(server.url, await company.token('alice'))
    seen.length = 0
    const wrong: readonly [string, Record<string, unknown>][] = [['job_report', { month: 13 }], ['job_report', {}], ['agent_support', { message: 'x' }], ['agent_support', { instanceId: 'x', message: 'x', approval: true }]]
    for (const [name, input] of wrong) {
      // A client may refuse by itself what does not fit.
      const refused = await caller.call(name, input).then(refusalIn, (error: { readonly code?: unknown }) => error)
      expect(refused.code).toBe('arguments_invalid')
    }
    expect(seen).toEqual([])
  })
})

describe("another one's instance", () => {
  it('is refused in the same bytes as one that never was', async () => {
    await using alice = await FOUNDATION.open(server.url, await company.token('alice'))
    const { structuredContent } = await alice.call('agent_support', { instanceId: 'new', message: 'a secret' })
    const { instanceId } = structuredContent as { readonly instanceId: string }
    for (const other of ['bob', 'carol']) {
      await using caller = await FOUNDATION.open(server.url, await company.token(other))
      const theirs = await caller.call('agent_support', { instanceId, message: 'x' })
      const absent = await caller.call('agent_support', { instanceId: 'A'.repeat(32), message: 'x' })
      expect(refusalIn(theirs).code).toBe('instance_not_found')
      expect(JSON.stringify(theirs)).toBe(JSON.stringify(absent))
    }
  })
})

describe('a token', () => {
  const ask = async (token: string | null, query = ''): Promise<Response> =>
    fetch(`${server.url}${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'job_sweep', arguments: {} } })
    })

  it('is demanded, of this issuer, for this resource, with the scope; nothing runs before', async () => {
    seen.length = 0
    const missing = await ask(null)
    expect(missing.status).toBe(401)
    expect(missing.headers.get('www-authenticate')).toContain('resource_metadata=')
    expect((await ask('not-a-token')).status).toBe(401)
    expect((await ask(await company.token('alice', 'mcp:invoke', 'https://other.example.com/mcp'))).status).toBe(401)
    const unscoped = await ask(await company.token('alice', 'mcp:other'))
    expect(unscoped.status).toBe(403)
    expect(unscoped.headers.get('www-authenticate')).toContain('mcp:invoke')
    expect((await ask(null, `?access_token=${await company.token('alice')}`)).status).not.toBe(200)
    expect(seen).toEqual([])
    expect((await ask(await company.token('alice'))).status).toBe(200)
    expect(seen).toHaveLength(1)
  })
})
