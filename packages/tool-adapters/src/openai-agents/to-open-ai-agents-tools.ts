import type { CallContext, JsonObject, ToolPort } from '@b10x/ports'
import { tool } from '@openai/agents'
import type { FunctionTool, RunContext } from '@openai/agents'
import type { ApprovingOptions } from '../port/adapter-options.ts'
import { canonicalForm } from '../port/canonical-form.ts'
import { callPort, modelTextOf, needsApproval } from '../port/call-port.ts'
import { readArguments } from './read-arguments.ts'

/** Loose, as the SDK says it of tools that are not strict: what a model may send is judged by the port. */
interface LooseSchema {
  type: 'object'
  properties: Record<string, never>
  required: string[]
  additionalProperties: true
}

export type GovernedFunctionTool = FunctionTool<unknown, LooseSchema>

/**
 * The tools of a port for agents of the OpenAI Agents SDK. The model sees the text of a result, or the JSON of a refusal.
 */
export function toOpenAiAgentsTools(port: ToolPort, options: ApprovingOptions = {}): GovernedFunctionTool[] {
  return port.tools.map(({ name, description, inputSchema }) => toolOf(port, name, description, inputSchema, options))
}

function toolOf(port: ToolPort, name: string, description: string, inputSchema: JsonObject, { context = {}, approvals }: ApprovingOptions): GovernedFunctionTool {
  const contextOf = (callId: string | undefined, signal?: AbortSignal): CallContext => ({
    ...context,
    ...(callId === undefined ? {} : { toolCallId: callId }),
    ...(signal === undefined ? {} : { signal })
  })
  const made = tool<LooseSchema>({
    name,
    description,
    parameters: JSON.parse(JSON.stringify(inputSchema)) as LooseSchema,
    strict: false,
    // A function, even one that always says no, would make the SDK ask about arguments that it cannot read.
    ...(approvals === undefined ? {} : { needsApproval: async (_runContext: RunContext, input: unknown, callId?: string) => needsApproval(port, name, input, contextOf(callId)) }),
    async execute(input, runContext, details) {
      const callId = details?.toolCall?.callId
      const args = readArguments(input, details?.toolCall?.arguments)
      const call = (): ReturnType<typeof callPort> => callPort(port, name, args, contextOf(callId, details?.signal))
      const isApproved = approvals !== undefined && callId !== undefined && isApprovedOnce(runContext, name, callId)
      const output = isApproved ? approvals.callApproved({ id: approvalIdOf(name, callId, args), tool: name, arguments: args as JsonObject }, call) : call()
      return modelTextOf(await output)
    },
    // Nothing is thrown but by an abort, and that ends the run.
    errorFunction: null
  }) as GovernedFunctionTool
  // The SDK writes a name with hyphens in another way, and then two tools may have one.
  return Object.assign(made, { name })
}

/** Somebody approved this one call. An approval of all calls of a tool is a rule, and rules belong into the policy. */
function isApprovedOnce(runContext: RunContext | undefined, name: string, callId: string): boolean {
  const { approvals = {} } = runContext?.toJSON() ?? {}
  const approved = Object.hasOwn(approvals, name) ? approvals[name]?.approved : undefined
  return Array.isArray(approved) && approved.includes(callId)
}

/**
 * The SDK numbers no approvals. One holds for the call that it was given to, and a run that was stored before and is
 * played again brings the same one.
 */
function approvalIdOf(name: string, callId: string, args: unknown): string {
  return canonicalForm([callId, name, args])
}
