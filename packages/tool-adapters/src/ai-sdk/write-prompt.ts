import type { wrapLanguageModel } from 'ai'
import type { ModelMessage } from '../port/model-port.ts'

export type SdkModel = ReturnType<typeof wrapLanguageModel>
export type Prompt = Parameters<SdkModel['doGenerate']>[0]['prompt']
export type ModelContent = Awaited<ReturnType<SdkModel['doGenerate']>>['content']
export type AssistantContent = Extract<Prompt[number], { role: 'assistant' }>['content']
type ToolContent = Extract<Prompt[number], { role: 'tool' }>['content']

/** @param answers earlier answers of the model as its provider wants them back, by the identifier of their first call */
export function writePrompt(messages: readonly ModelMessage[], answers: ReadonlyMap<string, AssistantContent>): Prompt {
  const prompt: Prompt = []
  for (const message of messages) {
    const last = prompt.at(-1)
    // Results of one answer stand in one message.
    if (message.role === 'tool' && last?.role === 'tool') last.content.push(...toolContent(message))
    else prompt.push(writeMessage(message, answers))
  }
  return prompt
}

function writeMessage(message: ModelMessage, answers: ReadonlyMap<string, AssistantContent>): Prompt[number] {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] }
    case 'assistant':
      return { role: 'assistant', content: answers.get(message.toolCalls[0]?.id ?? '') ?? assistantContent(message) }
    case 'tool':
      return { role: 'tool', content: toolContent(message) }
  }
}

function assistantContent({ text, toolCalls }: Extract<ModelMessage, { role: 'assistant' }>): AssistantContent {
  const calls = toolCalls.map(({ id, name, arguments: input }) => ({ type: 'tool-call' as const, toolCallId: id, toolName: name, input }))
  return text === '' ? calls : [{ type: 'text', text }, ...calls]
}

function toolContent({ toolCallId, name, text, refused }: Extract<ModelMessage, { role: 'tool' }>): ToolContent {
  return [{ type: 'tool-result', toolCallId, toolName: name, output: { type: refused ? 'error-text' : 'text', value: text } }]
}
