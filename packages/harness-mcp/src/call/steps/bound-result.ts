import type { CompleteOutcome } from '@b10x/mcp-foundation'
import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'
import type { GovernedCall } from '../governed-call.ts'

/**
 * A result over the bound of its tool is kept whole for the host, where it has a store, and refused.
 * @throws GovernedError `result_too_large`, with the handle of what was kept
 */
export async function boundResult({ authority }: GovernedCall, { maxResultBytes: limit, provenance }: GovernedTool, outcome: CompleteOutcome): Promise<void> {
  if (limit === undefined) return
  const seen = Buffer.byteLength(outcome.resultText)
  if (seen <= limit) return
  const handle = await keep()
  throw new GovernedError('result_too_large', { bound: 'maxResultBytes', limit, seen, ...(handle === null ? {} : { handle }) })

  async function keep(): Promise<string | null> {
    try {
      return (await authority.results?.keep(outcome.bytes(), provenance)) ?? null
    } catch {
      // A store that fails is like one that is full: the refusal stays what it is.
      return null
    }
  }
}
