import { canonicalForm } from '../port/canonical-form.ts'

/** With which arguments each call was asked about, as far as this process knows. */
export interface AskedCalls {
  add(toolCallId: string, args: unknown): void
  /** False when the call was asked about with other arguments only. */
  allows(toolCallId: string, args: unknown): boolean
}

/** Questions that are remembered. An older one rests on what the SDK itself checks. */
const MOST_ASKED = 10_000

/**
 * The history that brings an approval back may have passed through a browser. What was shown to the user is known here,
 * unless the question was asked in another process: there, `experimental_toolApprovalSecret` of the SDK is the check.
 */
export function rememberAsked(): AskedCalls {
  const asked = new Map<string, Set<string>>()
  return {
    add(toolCallId, args) {
      const forms = asked.get(toolCallId) ?? new Set()
      asked.set(toolCallId, forms.add(canonicalForm(args)))
      const [oldest] = asked.keys()
      if (asked.size > MOST_ASKED && oldest !== undefined) asked.delete(oldest)
    },
    allows: (toolCallId, args) => asked.get(toolCallId)?.has(canonicalForm(args)) !== false
  }
}
