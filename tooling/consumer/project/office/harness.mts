// A project of somebody else, to be built.
import { defineHarness, defineJob, defineTool, governTool } from '@b10x/harness-server'
import type { HarnessOptions } from '@b10x/harness-server'

const office: HarnessOptions = defineHarness({
  authenticate: ({ token }) => (token === 'token-of-alice' ? { subject: 'user:alice', scopes: ['mcp:invoke'] } : token === null ? 'missing' : 'invalid'),
  jobs: [defineJob({ name: 'report', description: 'Counts.', effect: 'read', inputSchema: { type: 'object' }, run: (_input, { actor }) => ({ for: actor ?? null }) })],
  mcp: {
    exposeJobs: true,
    tools: [governTool(defineTool({ name: 'pay', description: 'Pays.', inputSchema: { type: 'object' }, metadata: { effect: 'write' }, execute: () => 'paid' }))]
  }
})
// What starts a project imports its default.
// oxlint-disable-next-line import/no-default-export
export default office
