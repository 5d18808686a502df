import { canonicalize } from '@b10x/mcp-foundation'
import type { ApprovalSubject, JsonObject, PublishedTool } from '@b10x/ports'
import { digestText } from './governed-call.ts'
import type { CallFacts } from './governed-call.ts'

/** Keeps this digest from ever being one of another kind. */
const TAG = 'b10x.approval.v1\0'

/** What an approval holds for. Every part that decides about the call is in the binding, absent ones as null. */
export function bindApproval(facts: Readonly<CallFacts>, { name, source, effect }: PublishedTool, args: JsonObject): ApprovalSubject {
  const { toolDigest, argumentsDigest = '', policyVersion = '', actor, tenantId, runId, toolCallId } = facts
  const parts = [name, source, toolDigest ?? null, argumentsDigest, policyVersion, actor ?? null, tenantId ?? null]
  return Object.freeze({
    tool: name,
    source,
    ...(effect === undefined ? {} : { effect }),
    arguments: args,
    argumentsDigest,
    ...(toolDigest === undefined ? {} : { toolDigest }),
    policyVersion,
    ...(actor === undefined ? {} : { actor }),
    ...(tenantId === undefined ? {} : { tenantId }),
    binding: digestText(TAG + canonicalize(parts)),
    ...(runId === undefined ? {} : { runId }),
    ...(toolCallId === undefined ? {} : { toolCallId })
  })
}
