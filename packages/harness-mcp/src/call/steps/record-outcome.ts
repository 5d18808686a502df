import type { CompleteOutcome } from '@b10x/mcp-foundation'
import type { GovernedTool } from '../authority.ts'
import { digestText } from '../governed-call.ts'
import type { GovernedCall } from '../governed-call.ts'
import { recordEnd } from '../record-row.ts'

/**
 * The one outcome of an attempt that gave a result, as a digest and a size.
 * @throws GovernedError `audit_unavailable`, `attempted: true`: it ran, and that cannot be shown
 */
export async function recordOutcome(call: GovernedCall, tool: GovernedTool, outcome: CompleteOutcome): Promise<void> {
  if (call.authority.audit === null) return
  await recordEnd(call, tool, {
    event: 'call_completed',
    ...call.facts,
    isError: outcome.isError,
    resultDigest: digestText(outcome.resultText),
    resultBytes: Buffer.byteLength(outcome.resultText),
    outputSchemaViolation: outcome.outputSchemaViolation !== undefined
  })
}
