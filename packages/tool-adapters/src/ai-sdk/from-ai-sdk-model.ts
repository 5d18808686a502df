import { ExactNumber, parseJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { wrapLanguageModel } from 'ai'
import type { ModelPort, ModelRequest, ModelResponse, ModelToolCall } from '../port/model-port.ts'
import { writePrompt } from './write-prompt.ts'
import type { AssistantContent, ModelContent, SdkModel } from './write-prompt.ts'

/** What goes to the model with every request. */
export interface ModelSettings {
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly providerOptions?: NonNullable<Parameters<SdkModel['doGenerate']>[0]['providerOptions']>
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers whose reasoning and signatures are kept for the next request. Of older ones the text and the calls are sent. */
const MOST_ANSWERS = 1_000

/**
 * A language model of the AI SDK as the model of a session. It is asked directly: without retries, telemetry and warnings
 * of `generateText`, and with the arguments of its calls read from their source text, so that numbers stay exact.
 */
export function fromAiSdkModel(model: Parameters<typeof wrapLanguageModel>[0]['model'], settings: ModelSettings = {}): ModelPort {
  const current: SdkModel = wrapLanguageModel({ model, middleware: {} })
  // Some providers refuse a tool call that comes back without what they signed it with.
  const answers = new Map<string, AssistantContent>()
  return {
    async respond({ messages, tools, signal }: ModelRequest): Promise<ModelResponse> {
      const { content } = await current.doGenerate({
        ...settings,
        headers: { ...settings.headers },
        prompt: writePrompt(messages, answers),
        tools: tools.map(({ name, description, inputSchema }) => ({ type: 'function', name, description, inputSchema })),
        abortSignal: signal
      })
      const response = readContent(content)
      const [first] = response.toolCalls
      if (first !== undefined) answers.set(first.id, replayOf(content, response.toolCalls))
      const [oldest] = answers.keys()
      if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest)
      return response
    }
  }
}

/** @throws GovernedError `model_failed` for arguments that are not one unambiguous JSON object */
function readContent(content: ModelContent): ModelResponse {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const calls = content.flatMap((part) => (part.type === 'tool-call' && part.providerExecuted !== true ? [part] : []))
  return {
    text: texts.join(''),
    toolCalls: calls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, arguments: readArguments(input) }))
  }
}

function readArguments(input: string): JsonObject {
  // Models write nothing for no arguments.
  if (input.trim() === '') return {}
  try {
    const value = parseJson(input)
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)) return value as JsonObject
  } catch (error) {
    throw new GovernedError('model_failed', {}, { cause: error })
  }
  throw new GovernedError('model_failed', {}, { cause: new TypeError('the arguments of a tool call are no object') })
}

/** What is sent back as the answer of the model: all that the provider may want to see again. */
function replayOf(content: ModelContent, calls: readonly ModelToolCall[]): AssistantContent {
  const args = new Map(calls.map((call) => [call.id, call.arguments]))
  return content.flatMap((part): AssistantContent => {
    const providerOptions = 'providerMetadata' in part && part.providerMetadata !== undefined ? { providerOptions: part.providerMetadata } : {}
    if (part.type === 'text' || part.type === 'reasoning') return [{ type: part.type, text: part.text, ...providerOptions }]
    if (part.type !== 'tool-call' || part.providerExecuted === true) return []
    const { toolCallId, toolName } = part
    return [{ type: 'tool-call', toolCallId, toolName, input: args.get(toolCallId), ...providerOptions }]
  })
}
