import type { JsonObject, ToolResult } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'
import type { GovernedCall } from '../governed-call.ts'
import { describeHookedCall } from '../hooked-call.ts'

/**
 * The hooks of the host look at the result before the caller has it. One that throws keeps it back; the call ran
 * all the same.
 * @throws GovernedError `hook_refused`, with what the hook threw as the cause
 */
export async function runAfterHooks(call: GovernedCall, tool: GovernedTool, args: JsonObject, result: ToolResult): Promise<void> {
  const { hooks } = call.authority
  if (hooks.length === 0) return
  const hooked = describeHookedCall(call, tool, args)
  for (const [index, hook] of hooks.entries()) {
    try {
      await hook.afterCall?.(hooked, result)
    } catch (cause) {
      throw new GovernedError('hook_refused', { tool: tool.published.name, hook: index }, { cause })
    }
  }
}
