// A tool that writes, served behind a policy version and an approval that the host resolves.
import { createMemoryGrants, defineTool, governTool, startDevServer } from '@b10x/harness-server'
import type { ApprovalGrant } from '@b10x/harness-server'
import { describe, expect, it, vi } from 'vitest'
import { GENERATIONS, refusalIn } from '../__fixtures__/callers.ts'
import { RESOURCE, startCompany } from '../__fixtures__/company.ts'
import { recordingAudit } from '../__fixtures__/served.ts'

// Real servers on a busy machine; nothing here waits for time to pass.
vi.setConfig({ testTimeout: 90_000 })

describe.each(GENERATIONS)('through $title', ({ open }) => {
  it('runs once for one approval, and not before it', async () => {
    let writes = 0
    const governedWriteTool = governTool(
      defineTool({
        name: 'close_account',
        description: 'Closes an account.',
        inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        metadata: { effect: 'write' },
        execute: ({ id }) => ({ closed: id ?? null, writes: (writes += 1) })
      })
    )
    const audit = recordingAudit()
    const grants = createMemoryGrants()
    const policyStore = { currentVersion: async (tenantId: string | undefined) => `${String(tenantId)}-v7` }
    const approvalStore = {
      findGrant: async ({ actor, tenantId, inputDigest }: { readonly toolCallId: string; readonly input: object; readonly inputDigest: string; readonly actor: string | undefined; readonly tenantId: string | undefined }): Promise<ApprovalGrant | undefined> =>
        grants.findGrant({ tool: 'close_account', policyVersion: 'acme-v7', inputDigest, actor, tenantId })
    }
    await using company = await startCompany()
    const companyAuthenticator = company.authenticator

    const server = await startDevServer({
      authenticate: companyAuthenticator,
      audit,
      mcp: {
        enabled: true,
        tools: [governedWriteTool],
        resource: RESOURCE,
        resolveToolContext: async ({ toolCallId, input, inputDigest, actor, tenantId }) => ({
          policyVersion: await policyStore.currentVersion(tenantId),
          approval: await approvalStore.findGrant({ toolCallId, input, inputDigest, actor, tenantId })
        })
      }
    })
    try {
      await using alice = await open(server.url, await company.token('alice'))
      await using bob = await open(server.url, await company.token('bob'))
      await using carol = await open(server.url, await company.token('carol'))
      const close = { id: '42' }
      expect((await alice.tools()).map(({ name }) => name)).toEqual(['close_account'])
      expect(refusalIn(await alice.call('close_account', close)).code).toBe('approval_required')

      // Somebody else agrees to exactly this call, as its row shows it.
      const asked = audit.rows.at(-1)
      if (asked?.event !== 'call_refused') throw new TypeError('no row')
      grants.grant({ tool: asked.tool, inputDigest: asked.argumentsDigest ?? '', policyVersion: asked.policyVersion ?? '', actor: asked.actor, tenantId: asked.tenantId }, 'bob')

      const wrongHands = [
        await alice.call('close_account', { id: '42 ' }),
        await alice.call('close_account', { ...close, approval: { id: 'grant_1', approved: true } }),
        await bob.call('close_account', close),
        await carol.call('close_account', close)
      ]
      expect(wrongHands.map((one) => refusalIn(one).code)).toEqual(wrongHands.map(() => 'approval_required'))
      expect(new Set(wrongHands.map((one) => JSON.stringify(one.content))).size).toBe(1)
      expect(writes).toBe(0)

      expect((await alice.call('close_account', close)).structuredContent).toEqual({ closed: '42', writes: 1 })
      expect(refusalIn(await alice.call('close_account', close)).code).toBe('approval_required')
      expect(writes).toBe(1)
      expect(audit.events()).toEqual(['call_refused', 'call_refused', 'call_refused', 'call_refused', 'call_refused', 'call_attempted', 'call_completed', 'call_refused'])
    } finally {
      await server.close()
    }
  })
})
