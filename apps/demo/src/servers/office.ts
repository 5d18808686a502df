/** A harness that serves one job, one agent and one tool that writes, to those whose token it knows. */
import { createMemoryGrants, defineAgent, defineHarness, defineJob, defineTool, governTool } from '@b10x/harness-server'
import type { GrantedCall, HarnessOptions } from '@b10x/harness-server'
import type { AuditRecord, Principal } from '@b10x/ports'

export interface Office {
  readonly harness: HarnessOptions
  /** What happened, oldest first. */
  readonly rows: readonly AuditRecord[]
  /** How many stations were really closed. */
  closed(): number
  /** Bob looks at a call that was refused and agrees to exactly that. */
  approve(call: GrantedCall): void
}

const POLICY_VERSION = '2026-12'

/** @param callers by token */
export function openOffice(callers: ReadonlyMap<string, Principal>): Office {
  const rows: AuditRecord[] = []
  const grants = createMemoryGrants()
  let closed = 0

  const report = defineJob({
    name: 'report',
    description: 'Writes the report of one month.',
    inputSchema: { type: 'object', properties: { month: { type: 'integer', minimum: 1, maximum: 12 } }, required: ['month'], additionalProperties: false },
    effect: 'read',
    run: ({ month }, { actor }) => ({ month: month ?? null, pages: 3, for: actor ?? null })
  })

  const desk = defineAgent({
    name: 'desk',
    description: 'Answers questions about weather stations, and remembers the conversation.',
    effect: 'none',
    respond: ({ message, history }) => (history.length === 0 ? `You asked: ${message}` : `Before that: ${history[0]?.text ?? ''}`)
  })

  const closeStation = governTool(
    defineTool({
      name: 'close_station',
      description: 'Closes a weather station for good.',
      inputSchema: { type: 'object', properties: { station: { type: 'string' } }, required: ['station'], additionalProperties: false },
      metadata: { effect: 'write' },
      execute: ({ station }) => {
        closed += 1
        return { closed: station ?? null }
      }
    })
  )

  const harness = defineHarness({
    authenticate: ({ token }) => (token === null ? 'missing' : (callers.get(token) ?? 'invalid')),
    jobs: [report],
    agents: [desk],
    audit: { record: (row) => void rows.push(row) },
    mcp: {
      enabled: true,
      exposeJobs: true,
      exposeAgents: true,
      tools: [closeStation],
      resolveToolContext: ({ tool, inputDigest, actor, tenantId }) => ({
        policyVersion: POLICY_VERSION,
        approval: grants.findGrant({ tool, inputDigest, policyVersion: POLICY_VERSION, actor, tenantId })
      })
    }
  })
  return { harness, rows, closed: () => closed, approve: (call) => void grants.grant(call, 'user:bob') }
}
