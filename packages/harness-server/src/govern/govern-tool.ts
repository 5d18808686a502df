import type { Clock } from '@b10x/ports'
import type { ToolDefinition } from '../define/define-tool.ts'
import { invalidOption, refuseUnknownOptions } from '../invalid-option.ts'
import { GOVERNANCE_OPTIONS } from './governance.ts'
import type { Governance } from './governance.ts'
import { createMemoryIdempotency } from './idempotency.ts'
import type { IdempotencyStore } from './idempotency.ts'
import { runGoverned } from './run-governed.ts'

/** Governance with nothing left open. */
export type ResolvedGovernance = Governance & { readonly idempotency: IdempotencyStore }

/** What `governTool` wrapped. Only it can add to this: a mark that a module cannot set by hand, nor copy with a spread. */
const governed = new WeakMap<object, { readonly tool: ToolDefinition; readonly governance: ResolvedGovernance }>()

/**
 * Wraps a tool so that it runs only with a policy version and, unless told otherwise, an approval of exactly this call,
 * which is spent before it runs. Approvals, versions and keys come from `ToolContext`, so from the host; never from
 * arguments. This is what lets a tool that writes or executes be served.
 * @throws GovernedError `option_invalid`
 */
export function governTool(tool: ToolDefinition, governance: Governance = {}): ToolDefinition {
  if (governed.has(tool)) throw invalidOption('tool', 'it is wrapped already')
  const resolved = resolveGovernance(governance)
  const inner = Object.freeze({ ...tool, metadata: Object.freeze({ ...tool.metadata, governed: true }) })
  const clock: Clock = Date
  const wrapped = Object.freeze<ToolDefinition>({
    ...inner,
    // For hosts that call the tool themselves: the same demands, without rows.
    execute: (input, context) =>
      runGoverned({
        tool: inner.name,
        governance: resolved,
        context,
        clock,
        approvalDemanded: false,
        attempt: () => Promise.resolve(),
        run: async () => inner.execute(input, context)
      })
  })
  governed.set(wrapped, { tool: inner, governance: resolved })
  return wrapped
}

/** What stands inside a wrapped tool, or null for any other object. */
export function unwrapGoverned(tool: object): { readonly tool: ToolDefinition; readonly governance: ResolvedGovernance } | null {
  return governed.get(tool) ?? null
}

/** @throws GovernedError `option_invalid` */
export function resolveGovernance(governance: Governance): ResolvedGovernance {
  refuseUnknownOptions(governance, GOVERNANCE_OPTIONS)
  return Object.freeze({ ...governance, idempotency: governance.idempotency ?? createMemoryIdempotency() })
}
