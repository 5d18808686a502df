import type { JsonObject, ToolPort } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { dynamicTool, jsonSchema } from 'ai'
import type { ToolSet } from 'ai'
import type { ApprovingOptions } from '../port/adapter-options.ts'
import { callPort, modelTextOf, needsApproval } from '../port/call-port.ts'
import type { GovernedOutput } from '../port/call-port.ts'
import { answerUnknownNames } from './answer-unknown-names.ts'
import { findUserApproval } from './find-user-approval.ts'
import { rememberAsked } from './remember-asked.ts'

type ToolOfSet = ToolSet[string]
type JsonSchema = Parameters<typeof jsonSchema>[0]

/**
 * The tools of a port for `generateText`, `streamText` and agents of the AI SDK. The output of a tool is a
 * `GovernedOutput`; the model sees its text, or the JSON of the refusal as an error.
 */
export function toAiSdkTools(port: ToolPort, options: ApprovingOptions = {}): ToolSet {
  const asked = rememberAsked()
  const published = port.tools.map(({ name, description, inputSchema }): [string, ToolOfSet] => {
    return [name, toolOf(port, name, description, inputSchema, options, asked)]
  })
  const refuse = (name: string): ToolOfSet => toolOf(port, name, '', {}, options, asked)
  return answerUnknownNames(Object.fromEntries(published), refuse)
}

function toolOf(
  port: ToolPort,
  name: string,
  description: string,
  inputSchema: JsonObject,
  { context = {}, approvals }: ApprovingOptions,
  asked: ReturnType<typeof rememberAsked>
): ToolOfSet {
  return dynamicTool({
    description,
    // No `validate`: the port judges arguments by the frozen schema, exactly.
    inputSchema: jsonSchema(inputSchema as JsonSchema),
    toModelOutput: ({ output }) => modelOutputOf(output),
    async execute(input, { toolCallId, messages, abortSignal }): Promise<GovernedOutput> {
      const call = (): Promise<GovernedOutput> =>
        callPort(port, name, input, { ...context, toolCallId, ...(abortSignal === undefined ? {} : { signal: abortSignal }) })
      const approvalId = approvals === undefined ? null : findUserApproval(messages, toolCallId)
      if (approvals === undefined || approvalId === null || !asked.allows(toolCallId, input)) return call()
      return approvals.callApproved({ id: approvalId, tool: name, arguments: input as JsonObject }, call)
    },
    ...(approvals === undefined
      ? {}
      : {
          async needsApproval(input, { toolCallId, messages }) {
            const needed = await needsApproval(port, name, input, { ...context, toolCallId })
            // Asked again when the answer came, then with what the history says.
            if (needed && findUserApproval(messages, toolCallId) === null) asked.add(toolCallId, input)
            return needed
          }
        })
  })
}

/** The output may come back from a store or a browser, so it is read and not trusted. */
function modelOutputOf(output: unknown): { type: 'text' | 'error-text'; value: string } {
  const { kind, text, isError } = (output ?? {}) as { readonly kind?: unknown; readonly text?: unknown; readonly isError?: unknown }
  if (kind === 'result' && typeof text === 'string') return { type: isError === true ? 'error-text' : 'text', value: text }
  if (kind === 'refused') return { type: 'error-text', value: modelTextOf(output as GovernedOutput) }
  return { type: 'error-text', value: JSON.stringify(new GovernedError('result_unrecognized', { tool: '', reason: 'unknown_result_type' })) }
}
