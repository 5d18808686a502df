import type { JsonObject } from '@b10x/ports'
import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { countedTool, digestOf, recordingAudit, serve } from '../__fixtures__/served.ts'
import type { CountedTool, Served } from '../__fixtures__/served.ts'
import type { ResolvedToolContext } from '../call/tool-context-request.ts'
import type { ApprovalGrant } from './approval-grant.ts'
import { createMemoryGrants } from './create-memory-grants.ts'
import { governTool } from './govern-tool.ts'
import type { Governance } from './governance.ts'

const PAY: JsonObject = { to: 'a', amount: 5 }

/** A grant that fits a call of `pay` with {@link PAY} by alice of acme, spent by its own count. */
function grantOf(changes: Partial<Record<keyof ApprovalGrant, unknown>> = {}): ApprovalGrant {
  let left = 1
  const fits = { id: 'g1', tool: 'pay', inputDigest: digestOf(PAY), policyVersion: 'v1', actor: 'user:alice', tenantId: 'acme', expiresAt: Date.now() + 60_000 }
  return { ...fits, redeem: () => left-- > 0, ...changes } as ApprovalGrant
}

function servePay(governance: Governance, resolved: (() => ResolvedToolContext) | null): Served & CountedTool & { readonly audit: ReturnType<typeof recordingAudit> } {
  const counted = countedTool('pay', { effect: 'write' })
  const audit = recordingAudit()
  const served = serve({ mcp: { tools: [governTool(counted.tool, governance)], ...(resolved === null ? {} : { resolveToolContext: resolved }) }, audit })
  return { ...served, ...counted, audit }
}

describe('a governed tool', () => {
  it('runs once with an approval of exactly this call', async () => {
    const grant = grantOf()
    const { call, runs, audit } = servePay({}, () => ({ policyVersion: 'v1', approval: grant }))
    await call('pay', PAY)
    await expectCode(call('pay', PAY), 'approval_required')
    expect(runs()).toBe(1)
    expect(audit.events()).toEqual(['call_attempted', 'call_completed', 'call_refused'])
    expect(audit.rows[0]).toMatchObject({ approvalId: 'g1', policyVersion: 'v1', argumentsDigest: digestOf(PAY) })
  })

  it('runs once of many calls that hold one approval at a time', async () => {
    const grants = createMemoryGrants()
    const bound = { tool: 'pay', inputDigest: digestOf(PAY), policyVersion: 'v1', actor: 'user:alice', tenantId: 'acme' }
    grants.grant(bound, 'user:bob')
    const { call, runs } = servePay({}, () => ({ policyVersion: 'v1', approval: grants.findGrant(bound) }))
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => call('pay', PAY)))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(runs()).toBe(1)
  })

  it.each<[string, Partial<Record<keyof ApprovalGrant, unknown>>]>([
    ['for other arguments', { inputDigest: digestOf({ ...PAY, to: 'a ' }) }],
    ['for another tool', { tool: 'pays' }],
    ['of another actor', { actor: 'user:bob' }],
    ['of no actor', { actor: undefined }],
    ['of another tenant', { tenantId: 'globex' }],
    ['of no tenant', { tenantId: undefined }],
    ['under another policy', { policyVersion: 'v0' }],
    ['that names no policy', { policyVersion: undefined }],
    ['that is over', { expiresAt: Date.now() - 1 }],
    ['that is over at no time', { expiresAt: undefined }],
    ['that is over at no number', { expiresAt: Number.NaN }],
    ['that was spent', { redeem: () => false }],
    ['whose spending fails', { redeem: () => { throw new Error('store') } }],
    ['whose spending says no clear yes', { redeem: () => 1 }],
    ['that nobody can spend', { redeem: undefined }]
  ])('does not run with an approval %s, and does not say why', async (_what, changes) => {
    const { call, runs, audit } = servePay({}, () => ({ policyVersion: 'v1', approval: grantOf(changes) }))
    const error = await expectCode(call('pay', PAY), 'approval_required')
    expect([error.details, runs(), audit.events()]).toEqual([{ tool: 'pay' }, 0, ['call_refused']])
  })

  it.each<[string, (() => ResolvedToolContext) | null]>([
    ['there is no resolver', null],
    ['it resolves no version', () => ({ approval: grantOf() })],
    ['it resolves an empty one', () => ({ policyVersion: '', approval: grantOf({ policyVersion: '' }) })],
    ['it resolves another than expected', () => ({ policyVersion: 'v2', approval: grantOf({ policyVersion: 'v2' }) })]
  ])('does not run where %s', async (_what, resolved) => {
    const { call, runs } = servePay({ policyVersion: 'v1' }, resolved)
    await expectCode(call('pay', PAY), 'policy_denied')
    expect(runs()).toBe(0)
  })

  it('takes nothing of its arguments for an approval', async () => {
    const input = { ...PAY, approval: grantOf() as unknown as JsonObject, policyVersion: 'v1', resolved: { approval: true }, governed: true }
    const { call, runs } = servePay({}, () => ({ policyVersion: 'v1' }))
    await expectCode(call('pay', input), 'approval_required')
    expect(runs()).toBe(0)
  })

  it('needs no approval where the host said so, and a policy version still', async () => {
    const { call, runs } = servePay({ requireApproval: false }, () => ({ policyVersion: 'v1' }))
    await call('pay', PAY)
    expect(runs()).toBe(1)
    const without = servePay({ requireApproval: false }, null)
    await expectCode(without.call('pay', PAY), 'policy_denied')
    expect(without.runs()).toBe(0)
  })

  it('spends in the store of the host what cannot spend itself', async () => {
    const ids: string[] = []
    const { call, runs } = servePay({ grants: { redeem: (id) => ids.push(id) === 1 } }, () => ({ policyVersion: 'v1', approval: grantOf({ redeem: undefined }) }))
    await call('pay', PAY)
    await expectCode(call('pay', PAY), 'approval_required')
    expect([ids, runs()]).toEqual([['g1', 'g1'], 1])
  })

  it('keeps its demands when the host calls it by itself', async () => {
    const { tool, runs } = countedTool('pay', { effect: 'write' })
    const wrapped = governTool(tool)
    const context = { requestId: '1', toolCallId: '1', runId: 'r', inputDigest: digestOf(PAY), signal: new AbortController().signal, sandbox: { files: [], network: [], processes: [] }, reportProgress: () => {}, resolved: {} }
    await expectCode(wrapped.execute(PAY, context) as Promise<unknown>, 'policy_denied')
    await expectCode(wrapped.execute(PAY, { ...context, policyVersion: 'v1' }) as Promise<unknown>, 'approval_required')
    expect(runs()).toBe(0)
    await wrapped.execute(PAY, { ...context, policyVersion: 'v1', actor: 'user:alice', tenantId: 'acme', approval: grantOf() })
    expect(runs()).toBe(1)
  })

  it('is not wrapped twice, nor with options that nobody knows', () => {
    const { tool } = countedTool('pay', { effect: 'write' })
    expectThrownCode(() => governTool(governTool(tool)), 'option_invalid')
    expectThrownCode(() => governTool(tool, { requireAproval: false } as Governance), 'option_invalid')
  })

  it('cannot be changed after it was wrapped', async () => {
    const { tool, runs } = countedTool('pay', { effect: 'write' })
    const loose = { ...tool }
    const wrapped = governTool(loose, { requireApproval: false })
    loose.execute = () => 'other'
    await serve({ mcp: { tools: [wrapped], resolveToolContext: () => ({ policyVersion: 'v1' }) } }).call('pay', PAY)
    expect(runs()).toBe(1)
  })
})

describe('a key of the host', () => {
  const keyed = (key: string | undefined): ReturnType<typeof servePay> =>
    servePay({ requireApproval: false, requireIdempotencyKey: true }, () => ({ policyVersion: 'v1', idempotencyKey: key }))

  it('runs once, and gives its first result to every later call', async () => {
    const { call, runs } = keyed('k1')
    const [first, beside] = await Promise.all([call('pay', PAY), call('pay', PAY)])
    const later = await call('pay', PAY)
    expect(runs()).toBe(1)
    expect(beside).toBe(first)
    expect(later).toBe(first)
  })

  it('is no way to another result: other arguments are refused', async () => {
    const { call, runs } = keyed('k1')
    await call('pay', PAY)
    await expectCode(call('pay', { ...PAY, amount: 6 }), 'policy_denied')
    expect(runs()).toBe(1)
  })

  it('belongs to its tenant and actor', async () => {
    const { call, runs } = keyed('k1')
    await call('pay', PAY)
    await call('pay', PAY, { actor: 'user:bob' })
    await call('pay', PAY, { tenantId: 'globex' })
    expect(runs()).toBe(3)
  })

  it('has to be there where it is demanded', async () => {
    for (const key of [undefined, '']) {
      const { call, runs } = keyed(key)
      await expectCode(call('pay', PAY), 'policy_denied')
      expect(runs()).toBe(0)
    }
  })

  it('is free again after a refusal, and spent after a failure', async () => {
    const given: ApprovalGrant[] = []
    let outcomes = 0
    const counted = countedTool('pay', { effect: 'write' }, () => { throw new Error(`failure ${outcomes += 1}`) })
    const resolveToolContext = (): ResolvedToolContext => ({ policyVersion: 'v1', approval: given[0], idempotencyKey: 'k1' })
    const { call } = serve({ mcp: { tools: [governTool(counted.tool)], resolveToolContext } })
    await expectCode(call('pay', PAY), 'approval_required')
    given.push(grantOf())
    const failed = await expectCode(call('pay', PAY), 'tool_failed')
    const again = await expectCode(call('pay', PAY), 'tool_failed')
    expect(again.details.reference).toBe(failed.details.reference)
    expect(counted.runs()).toBe(1)
  })
})
