import { hash } from 'node:crypto'
import { canonicalize } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import type { ApprovalSubject } from '@b10x/ports'
import type { ApprovedCall } from './approvals.ts'

/** The same request: one digest over all that counts. */
export function matchSubject({ binding }: ApprovalSubject): (subject: ApprovalSubject) => boolean {
  return (subject) => subject.binding === binding
}

/** A call that was described before it was made: every part by itself. */
export function matchGrant(call: ApprovedCall): (subject: ApprovalSubject) => boolean {
  const { tool, source, policyVersion, actor, tenantId, toolDigest } = call
  const argumentsDigest = `sha256:${hash('sha256', canonicalize(call.arguments as JsonObject), 'hex')}`
  return (subject) =>
    subject.tool === tool &&
    subject.source === source &&
    subject.argumentsDigest === argumentsDigest &&
    subject.policyVersion === policyVersion &&
    subject.actor === actor &&
    subject.tenantId === tenantId &&
    (toolDigest === undefined || subject.toolDigest === toolDigest)
}
