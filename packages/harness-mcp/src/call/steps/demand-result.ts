import type { CallOutcome, CompleteOutcome } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'

/**
 * Only a complete result is one. A tool that asks its user for something is not answered, and nothing is tried again.
 * @throws GovernedError `input_required`, `result_unrecognized`
 */
export function demandResult({ published: { name: tool } }: GovernedTool, outcome: CallOutcome): CompleteOutcome {
  if (outcome.kind === 'input_required') throw new GovernedError('input_required', { tool })
  if (outcome.kind === 'complete') return outcome
  throw new GovernedError('result_unrecognized', { tool, reason: outcome.reason })
}
