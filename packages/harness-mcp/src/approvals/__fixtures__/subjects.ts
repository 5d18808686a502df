import { canonicalize } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { ApprovalSubject } from '@b10x/ports'
import { bindApproval } from '../../call/bind-approval.ts'
import { digestText } from '../../call/governed-call.ts'

/** What the call flow asks when Alice calls `send` with these arguments. */
export function subjectOf(args: JsonObject, more: Partial<ApprovalSubject> = {}): ApprovalSubject {
  const facts = { tool: 'send', argumentsDigest: digestText(canonicalize(args)), policyVersion: 'v1', actor: 'user:alice' }
  const published = { name: 'send', source: 'mail', effect: 'write', description: '', inputSchema: {}, prose: 'local' } as const
  return { ...bindApproval(facts, published, args), ...more }
}
