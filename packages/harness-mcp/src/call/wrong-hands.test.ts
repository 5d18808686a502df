// F8, X-15, X-16: an approval holds for one call with exactly these arguments, of one subject, under one policy, once.
import type { CallOutcome } from '@b10x/mcp-foundation'
import type { AuditRecord, CallContext, JsonObject } from '@b10x/ports'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createMemoryApprovals } from '../approvals/create-memory-approvals.ts'
import { createMemoryAudit } from '../evidence/create-memory-audit.ts'
import { composeToolPorts } from '../compose-tool-ports.ts'
import { governTools } from '../govern-tools.ts'
import { toolPolicy } from '../policy/tool-policy.ts'
import { DIGEST, scriptRemote, text } from './__fixtures__/scripted-remote.ts'

const ARGS = { to: 'a' }
const ALICE = { actor: 'user:alice', tenantId: 'acme' }
const TTL_MS = 1_000

interface Presented {
  readonly tool?: string
  readonly args?: JsonObject
  readonly context?: CallContext
  readonly version?: string
  readonly toolDigest?: string
  readonly afterMs?: number
}

/** An approval for `send` with ARGS for Alice, and a call that presents it. */
function stage(how: 'requested' | 'granted'): {
  readonly approvalId: Promise<string>
  readonly present: (presented?: Presented) => Promise<unknown>
  readonly rows: readonly AuditRecord[]
  readonly executions: () => number
} {
  let now = 1_000_000
  const clock = { now: () => now }
  const approvals = createMemoryApprovals({ ttlMs: TTL_MS, clock })
  const audit = createMemoryAudit()
  let executions = 0
  const execute = (): CallOutcome => {
    executions += 1
    return text('sent')
  }

  function present({ tool = 'send', args = ARGS, context = ALICE, version = 'v1', toolDigest = DIGEST, afterMs = 0 }: Presented = {}): Promise<unknown> {
    const tools = ['send', 'forward'].map((name) => ({ name, effect: 'write', digest: toolDigest }) as const)
    const { admitted } = scriptRemote({ tools, answer: () => execute() })
    const port = composeToolPorts(governTools(admitted, { toolPolicy: toolPolicy({ version }), approvals, audit, clock }))
    now += afterMs
    return port.callTool(tool, args, context)
  }

  async function approve(): Promise<string> {
    const { tool, source, policyVersion } = { tool: 'send', source: 'mail', policyVersion: 'v1' }
    if (how === 'granted') return approvals.grant({ tool, source, arguments: ARGS, policyVersion, ...ALICE, toolDigest: DIGEST }, 'user:bob')
    await expectCode(present(), 'approval_required')
    const [request] = approvals.pending()
    approvals.approve(request?.id ?? '', 'user:bob')
    return request?.id ?? ''
  }

  return { approvalId: approve(), present, rows: audit.rows, executions: () => executions }
}

describe.each(['requested', 'granted'] as const)('an approval that was %s', (how) => {
  it.each<[string, (approvalId: string) => Presented]>([
    ['with a blank more', () => ({ args: { to: 'a ' } })],
    ['with a member more', () => ({ args: { to: 'a', cc: null } })],
    ['with the id in the arguments', (approval) => ({ args: { to: 'b', approval, approvalId: approval } })],
    ['with the id beside the right arguments', (approvalId) => ({ args: { ...ARGS, approvalId } })],
    ['for another tenant', () => ({ context: { ...ALICE, tenantId: 'evil' } })],
    ['for no tenant', () => ({ context: { actor: 'user:alice' } })],
    ['for another actor', () => ({ context: { ...ALICE, actor: 'user:mallory' } })],
    ['for nobody', () => ({ context: {} })],
    ['with the id as the name of the call', (toolCallId) => ({ context: { ...ALICE, tenantId: 'evil', toolCallId } })],
    ['under another version of the policy', () => ({ version: 'v2' })],
    ['for another tool', () => ({ tool: 'forward' })],
    ['for a tool that changed', () => ({ toolDigest: `sha256:${'e'.repeat(64)}` })],
    ['when it ran out', () => ({ afterMs: TTL_MS })]
  ])('%s is none, and the refusal does not say why', async (_, presented) => {
    const { approvalId, present, rows, executions } = stage(how)
    const wrong = presented(await approvalId)
    const refused = await expectCode(present(wrong), 'approval_required')
    expect({ ...refused.details }).toEqual({ tool: wrong.tool ?? 'send' })
    expect(rows.at(-1)).toMatchObject({ event: 'call_refused', code: 'approval_required' })
    expect(executions()).toBe(0)
  })

  it('is good once', async () => {
    const { approvalId, present, rows, executions } = stage(how)
    const id = await approvalId
    await expectCode(present({ args: { to: 'a ' } }), 'approval_required')
    await present()
    await expectCode(present(), 'approval_required')
    expect(executions()).toBe(1)
    const events = rows.map(({ event }) => event)
    const attempt = events.indexOf('call_attempted')
    expect(events.slice(attempt)).toEqual(['call_attempted', 'call_completed', 'call_refused'])
    expect(rows[attempt]).toMatchObject({ approvalId: id, ...ALICE })
  })

  it('is good once for two calls at the same time', async () => {
    const { approvalId, present, executions } = stage(how)
    await approvalId
    const ended = await Promise.allSettled([present(), present(), present()])
    expect(executions()).toBe(1)
    expect(ended.filter((one) => one.status === 'rejected' && (one.reason as { readonly code: string }).code === 'approval_required')).toHaveLength(2)
  })

  it('is good for the same arguments however they are written', async () => {
    const { approvalId, present, executions } = stage(how)
    await approvalId
    await present({ args: Object.assign(Object.create(null), { cc: undefined, to: 'a' }) as JsonObject })
    expect(executions()).toBe(1)
  })
})
