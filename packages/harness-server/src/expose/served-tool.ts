import type { CallContext, JsonObject, PublishedTool } from '@b10x/ports'
import type { ToolContext } from '../define/tool-context.ts'
import type { ResolvedGovernance } from '../govern/govern-tool.ts'

/** One thing that is served, whatever it is behind its name. */
export interface ServedTool {
  readonly published: PublishedTool
  /** What its definition says now; what was published is compared with it at each call. */
  readonly effectNow: () => unknown
  /** Null: a policy version and an approval are wanted only where the policy of the host says so. */
  readonly governance: ResolvedGovernance | null
  readonly returnsExternalContent: boolean
  /** `call` is what jobs and agents get: the context, with the run and the signal of this call in it. */
  readonly run: (input: JsonObject, context: ToolContext, call: CallContext) => unknown
}
