import type { ToolPort } from '@b10x/ports'
import { DynamicStructuredTool, ToolInputParsingException } from '@langchain/core/tools'
import type { StructuredToolInterface, ToolRunnableConfig } from '@langchain/core/tools'
import type { AdapterOptions } from '../port/adapter-options.ts'
import { answerCall } from './answer-call.ts'

type JsonSchema = Record<string, unknown>

/**
 * The tools of a port for agents of LangChain and graphs of LangGraph. A result becomes a `ToolMessage`; a refusal one with
 * status `error` whose content is the JSON of a `GovernedError`, which is its artifact, too.
 */
export function toLangChainTools(port: ToolPort, options: AdapterOptions = {}): StructuredToolInterface[] {
  return port.tools.map(({ name, description, inputSchema }) => {
    const answer = (args: unknown, config?: ToolRunnableConfig): ReturnType<typeof answerCall> =>
      answerCall(port, { name, args, id: config?.toolCall?.id }, config?.signal, options)
    const made = new DynamicStructuredTool({
      name,
      description,
      // A copy: the framework writes into schemas.
      schema: JSON.parse(JSON.stringify(inputSchema)) as JsonSchema,
      func: (args: unknown, _runManager: unknown, config?: ToolRunnableConfig) => answer(args, config)
    })
    return refuseThroughPort(made, answer)
  })
}

type Answer = (args: unknown, config?: ToolRunnableConfig) => ReturnType<typeof answerCall>

/** What the framework finds wrong with arguments is judged by the port too, which refuses in its own words and writes its row. */
function refuseThroughPort(made: DynamicStructuredTool<JsonSchema>, answer: Answer): StructuredToolInterface {
  const invoke = made.invoke.bind(made) as (input: unknown, config?: ToolRunnableConfig) => Promise<unknown>
  const governed = async (input: unknown, config?: ToolRunnableConfig): Promise<unknown> => {
    try {
      return await invoke(input, config)
    } catch (error) {
      if (!(error instanceof ToolInputParsingException)) throw error
      // Thrown before the tool was reached, so nothing has been called.
      const call = input as { readonly type?: unknown; readonly args?: unknown; readonly id?: string; readonly name: string }
      if (call.type !== 'tool_call') return answer(input, config)
      return answer(call.args, { ...config, toolCall: { name: call.name, args: {}, ...(call.id === undefined ? {} : { id: call.id }) } })
    }
  }
  return Object.assign(made, { invoke: governed }) as unknown as StructuredToolInterface
}
