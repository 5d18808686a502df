import type { CallContext, JsonObject, PolicyDecision, PublishedTool, ToolPort, ToolResult } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'

/** One call that reached the port. */
export interface SeenCall {
  readonly name: string
  readonly args: JsonObject
  readonly context: CallContext
}

/** What a tool of the port does. */
export type ScriptedTool = (args: JsonObject, context: CallContext) => ToolResult | Promise<ToolResult>

/** A port without a server, that remembers what reached it. */
export interface ScriptedPort extends ToolPort {
  readonly seen: readonly SeenCall[]
}

export function createScriptedPort(tools: Readonly<Record<string, ScriptedTool>>, source: string = 'scripted'): ScriptedPort {
  const seen: SeenCall[] = []
  const find = (name: string): ScriptedTool => {
    const found = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (found === undefined) throw new GovernedError('tool_not_published', {})
    return found
  }
  return {
    seen,
    tools: Object.keys(tools).map((name): PublishedTool => ({ name, description: name, inputSchema: { type: 'object' }, effect: 'read', prose: 'local', source })),
    async callTool(name, args, context = {}) {
      const run = find(name)
      seen.push({ name, args, context })
      return run(args, context)
    },
    async decide(name): Promise<PolicyDecision> {
      find(name)
      return { decision: 'allow', policyVersion: 'scripted' }
    }
  }
}

/** A result whose envelope is easily told from what it holds. */
export function scriptedResult(text: string, isError: boolean = false): ToolResult {
  return {
    isError,
    content: [{ type: 'text', text }],
    provenance: { source: 'scripted', tool: 'scripted', trust: 'untrusted' },
    toModelText: () => `<untrusted>${text}</untrusted>`
  }
}
