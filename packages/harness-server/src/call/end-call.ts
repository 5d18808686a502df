import { createHash } from 'node:crypto'
import type { ToolResult } from '@b10x/ports'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import { recordRow } from './record-row.ts'
import type { ServedCall } from './served-call.ts'

/** The row of a result. @throws GovernedError `audit_unavailable`: the tool ran, and its result is kept back */
export async function recordResult(call: ServedCall, { content, structuredContent, isError }: ToolResult): Promise<void> {
  const text = Buffer.from(JSON.stringify({ content, structuredContent, isError }))
  const resultDigest = `sha256:${createHash('sha256').update(text).digest('hex')}`
  await recordRow(call, { event: 'call_completed', isError, resultDigest, resultBytes: text.length, outputSchemaViolation: false })
}

/** The row of what gave no result. @returns what the caller gets: the failure, or that it cannot be recorded */
export async function endCall(call: ServedCall, failure: unknown): Promise<GovernedError> {
  const error = isGovernedError(failure) ? failure : unexpected(call, failure)
  // The sink itself failed: there is nowhere to say so.
  if (error.code === 'audit_unavailable') return error
  try {
    await recordRow(call, { event: call.attempted ? 'call_failed' : 'call_refused', code: error.code })
    return error
  } catch (unavailable) {
    return unavailable as GovernedError
  }
}

function unexpected(call: ServedCall, cause: unknown): GovernedError {
  call.authority.onError?.(cause, call.context.runId)
  return new GovernedError('tool_failed', { tool: call.tool.published.name, reference: call.context.runId }, { cause })
}
