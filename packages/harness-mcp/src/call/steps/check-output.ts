import type { CompleteOutcome } from '@b10x/mcp-foundation'

/**
 * Whether the result is what the frozen output schema promises. The client judged it by that schema; the call ran, so a
 * result that does not fit is told apart in its row and its envelope, and not refused.
 */
export function checkOutput({ outputSchemaViolation }: CompleteOutcome): boolean {
  return outputSchemaViolation === undefined
}
