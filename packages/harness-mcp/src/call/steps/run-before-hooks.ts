import type { JsonObject } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { GovernedTool } from '../authority.ts'
import { awaitWithin } from '../await-within.ts'
import type { GovernedCall } from '../governed-call.ts'
import { describeHookedCall } from '../hooked-call.ts'

/**
 * The hooks of the host, in their order, up to the first that refuses. They cannot change the call.
 * @throws GovernedError `hook_refused`, `deadline_exceeded`, `cancelled`
 */
export async function runBeforeHooks(call: GovernedCall, tool: GovernedTool, args: JsonObject): Promise<void> {
  const { hooks } = call.authority
  if (hooks.length === 0) return
  const hooked = describeHookedCall(call, tool, args)
  for (const [index, hook] of hooks.entries()) {
    if (hook.beforeCall === undefined) continue
    const refuse = (options?: { readonly cause: unknown }): GovernedError =>
      new GovernedError('hook_refused', { tool: tool.published.name, hook: index }, options)
    let answer
    try {
      answer = await awaitWithin(hook.beforeCall(hooked), call.time.signal)
    } catch (cause) {
      call.time.signal.throwIfAborted()
      throw refuse({ cause })
    }
    // Anything that is said and is not a yes is a no.
    if (answer !== undefined) throw refuse()
  }
}
