import type { CompleteOutcome } from '@b10x/mcp-foundation'
import type { ToolResult } from '@b10x/ports'
import { deepFreeze } from '../../admission/deep-freeze.ts'
import type { GovernedTool } from '../authority.ts'
import { renderUntrusted } from '../render-untrusted.ts'

/** From here on the result says where it came from, and has one form for a model. It is frozen, and otherwise as received. */
export function markUntrusted({ provenance }: GovernedTool, outcome: CompleteOutcome, fitsSchema: boolean): ToolResult {
  const { isError, content, structuredContent } = outcome
  deepFreeze(content)
  if (structuredContent !== undefined) deepFreeze(structuredContent)
  let text: string | undefined
  return Object.freeze({
    isError,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    provenance,
    toModelText: () => (text ??= renderUntrusted(outcome, provenance, fitsSchema))
  })
}
