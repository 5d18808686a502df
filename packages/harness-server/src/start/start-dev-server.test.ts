import { expectCode } from '@b10x/testkit'
import type { Authenticator } from '@b10x/ports'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FOUNDATION } from '../__fixtures__/callers.ts'
import { countedTool } from '../__fixtures__/served.ts'
import { defineHarness, startHarness } from './define-harness.ts'
import { startDevServer } from './start-dev-server.ts'

vi.setConfig({ testTimeout: 60_000 })

afterEach(() => vi.unstubAllEnvs())

const authenticate: Authenticator = { authenticate: ({ token }) => (token === 'a-token-of-alice' ? { subject: 'alice', scopes: ['mcp:invoke'] } : 'invalid') }
const jobs = [{ name: 'report', description: 'Reports.', inputSchema: { type: 'object' }, run: () => 'done' }]
const agents = [{ name: 'support', description: 'Helps.', respond: () => 'yes' }]
const look = countedTool('look', { effect: 'read' }).tool

async function statusOf(url: string, token = 'a-token-of-alice'): Promise<number> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` }
  const response = await fetch(url, { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })
  await response.arrayBuffer()
  return response.status
}

async function namesAt(url: string): Promise<readonly string[]> {
  await using caller = await FOUNDATION.open(url, 'a-token-of-alice')
  return (await caller.tools()).map(({ name }) => name).toSorted()
}

describe('/mcp', () => {
  it.each([
    [{ exposeJobs: true, exposeAgents: true, tools: [look] }, ['agent_support', 'job_report', 'look']],
    [{ exposeJobs: false, exposeAgents: true, tools: [look] }, ['agent_support', 'look']],
    [{ exposeJobs: true }, ['job_report']]
  ])('shows what %o exposes', async (mcp, names) => {
    const server = await startDevServer({ authenticate, jobs, agents, mcp: { enabled: true, ...mcp } })
    try {
      expect(await namesAt(server.url)).toEqual(names)
    } finally {
      await server.close()
    }
  })

  it('is as absent as any other path where it is not enabled', async () => {
    for (const [mcp, variable] of [[{ enabled: false }, '1'], [{}, undefined], [{}, 'true']] as const) {
      vi.stubEnv('FABRIC_HARNESS_MCP_ENABLED', variable)
      const server = await startDevServer({ authenticate, jobs, mcp: { exposeJobs: true, ...mcp } })
      try {
        const { origin } = new URL(server.url)
        expect(server.mcpEnabled).toBe(false)
        const paths = ['/mcp', '/other', '/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']
        expect(await Promise.all(paths.map((path) => statusOf(`${origin}${path}`)))).toEqual(paths.map(() => 404))
      } finally {
        await server.close()
      }
    }
  })

  it('that is absent needs no authentication, on any address', async () => {
    const server = await startDevServer({ jobs, mcp: { enabled: false }, host: '0.0.0.0' })
    try {
      expect(await statusOf(`http://127.0.0.1:${new URL(server.url).port}/mcp`)).toBe(404)
    } finally {
      await server.close()
    }
  })

  it('is turned on by the variable where the options do not say, authenticated as ever', async () => {
    vi.stubEnv('FABRIC_HARNESS_MCP_ENABLED', '1')
    const server = await startHarness(defineHarness({ authenticate, jobs, mcp: { exposeJobs: true } }), { port: 0 })
    try {
      expect(await namesAt(server.url)).toEqual(['job_report'])
      expect(await statusOf(server.url, 'a-token-of-nobody')).toBe(401)
    } finally {
      await server.close()
    }
  })

  it('takes a function for an authenticator', async () => {
    const server = await startDevServer({ authenticate: (request) => authenticate.authenticate(request), mcp: { enabled: true, tools: [look] } })
    try {
      expect(await namesAt(server.url)).toEqual(['look'])
    } finally {
      await server.close()
    }
  })
})

describe('nothing starts', () => {
  it('without authenticate, on this machine too', async () => {
    for (const host of [undefined, '127.0.0.1']) {
      for (const given of [{}, { authenticate: null }, { authenticate: {} }]) {
        const options = { ...given, mcp: { enabled: true }, ...(host === undefined ? {} : { host }) } as Parameters<typeof startDevServer>[0]
        expect((await expectCode(startDevServer(options), 'authentication_missing')).details).toEqual({ option: 'authenticate' })
      }
    }
  })

  it('with what is not fit to be served', async () => {
    const write = countedTool('write', { effect: 'write', governed: true }).tool
    await expectCode(startDevServer({ authenticate, mcp: { enabled: true, tools: [write] } }), 'governance_missing')
    await expectCode(startDevServer({ authenticate, mcp: { enabled: true, tools: [{ ...look, metadata: {} as never }] } }), 'effect_undeclared')
    await expectCode(startDevServer({ authenticate, mcp: { enabled: true, tools: [look, look] } }), 'tool_name_collision')
    await expectCode(startDevServer({ authenticate, mcp: { enabled: true, tools: [{ ...look, name: 'a b' }] } }), 'option_invalid')
  })

  it('with options that nobody knows', async () => {
    for (const options of [{ authenticat: authenticate }, { authenticate, mcp: { enabled: true, exposejobs: true } }]) await expectCode(startDevServer(options as object), 'option_invalid')
  })
})
