// One session, whole: what its model may call, who approves, what is written down. Nothing in here knows how the tools are
// reached.
import { createMemoryApprovals, createMemoryAudit, createScriptedModel, createSession, toolPolicy } from '@b10x/harness-mcp'
import type { AdmittedTools, SessionResult } from '@b10x/harness-mcp'
import type { AuditRecord } from '@b10x/ports'

export interface SessionRecord extends SessionResult {
  /** What somebody was asked to approve. */
  readonly asked: readonly unknown[]
  readonly rows: readonly AuditRecord[]
}

export async function holdSession(tools: AdmittedTools): Promise<SessionRecord> {
  const asked: unknown[] = []
  const audit = createMemoryAudit()
  const approvals = createMemoryApprovals({
    wait: true,
    onRequest({ id, subject }) {
      asked.push([subject.tool, subject.arguments])
      if (subject.arguments['b'] === 40) approvals.approve(id, 'user:bob')
      else approvals.deny(id, 'user:bob')
    }
  })
  const sum = (b: number): { readonly call: { readonly tool: string; readonly arguments: { readonly a: number; readonly b: number } } } => ({
    call: { tool: 'everything_get-sum', arguments: { a: 2, b } }
  })
  const session = createSession({
    model: createScriptedModel([
      { call: { tool: 'everything_echo', arguments: { message: 'hello' } } },
      { ...sum(40), expect: { contains: 'hello' } },
      { ...sum(41), expect: { contains: '42' } },
      { call: { tool: 'everything_get-env', arguments: {} }, expect: { refused: 'approval_denied' } },
      { call: { tool: 'everything_echo', arguments: { message: 7 } }, expect: { refused: 'policy_denied' } },
      { call: { tool: 'everything_nothing', arguments: {} }, expect: { refused: 'arguments_invalid' } },
      { say: 'The sum is 42.', expect: { refused: 'tool_not_published' } }
    ]),
    tools,
    toolPolicy: toolPolicy({ allow: ['everything_echo'], approve: ['everything_get-sum'], deny: ['everything_get-env'] }),
    approvals,
    audit,
    actor: 'user:alice'
  })
  const result = await session.prompt('What is 2 plus 40?')
  return { ...result, asked, rows: audit.rows }
}
