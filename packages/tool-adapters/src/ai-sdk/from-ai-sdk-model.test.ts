import { stringifyJson } from '@b10x/mcp-foundation'
import type { JsonValue } from '@b10x/mcp-foundation'
import { expectCode } from '@b10x/testkit'
import { MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { scriptedAiModel } from '../__fixtures__/ai-sdk-model.ts'
import { createScriptedPort } from '../__fixtures__/scripted-port.ts'
import { fromAiSdkModel } from '../ai-sdk.ts'
import type { ModelMessage, ModelPort, ModelResponse } from '../ai-sdk.ts'

const { signal } = new AbortController()
const user: ModelMessage = { role: 'user', text: 'go' }
const { tools } = createScriptedPort()

function ask(model: ModelPort, messages: readonly ModelMessage[] = [user]): Promise<ModelResponse> {
  return model.respond({ messages, tools, signal })
}

describe('a model of the AI SDK in a session', () => {
  it('answers with text, or with calls', async () => {
    const model = fromAiSdkModel(scriptedAiModel([['echo', { text: 'a' }], ['send', '']], 'done'))
    expect(await ask(model)).toEqual({
      text: '',
      toolCalls: [
        { id: 'call-1-0', name: 'echo', arguments: { text: 'a' } },
        { id: 'call-1-1', name: 'send', arguments: {} }
      ]
    })
    expect(await ask(model)).toEqual({ text: 'done', toolCalls: [] })
  })

  it('is asked with everything that was said, the tools, the settings and the signal', async () => {
    const scripted = scriptedAiModel('done')
    const model = fromAiSdkModel(scripted, { temperature: 0, maxOutputTokens: 9, headers: { 'x-a': 'b' } })
    await ask(model, [
      { role: 'system', text: 'rules' },
      user,
      { role: 'assistant', text: 'one moment', toolCalls: [{ id: '1', name: 'echo', arguments: { text: 'a' } }, { id: '2', name: 'erase', arguments: {} }] },
      { role: 'tool', toolCallId: '1', name: 'echo', text: 'result', refused: false },
      { role: 'tool', toolCallId: '2', name: 'erase', text: '{}', refused: true },
      { role: 'assistant', text: '', toolCalls: [] },
      user
    ])
    const [request] = scripted.doGenerateCalls
    expect(request).toMatchObject({ temperature: 0, maxOutputTokens: 9, headers: { 'x-a': 'b' }, abortSignal: signal })
    expect(request?.tools).toHaveLength(tools.length)
    expect(request?.prompt).toEqual([
      { role: 'system', content: 'rules' },
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'one moment' },
          { type: 'tool-call', toolCallId: '1', toolName: 'echo', input: { text: 'a' } },
          { type: 'tool-call', toolCallId: '2', toolName: 'erase', input: {} }
        ]
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: '1', toolName: 'echo', output: { type: 'text', value: 'result' } },
          { type: 'tool-result', toolCallId: '2', toolName: 'erase', output: { type: 'error-text', value: '{}' } }
        ]
      },
      { role: 'assistant', content: [] },
      { role: 'user', content: [{ type: 'text', text: 'go' }] }
    ])
  })

  it('keeps numbers as they were written', async () => {
    const model = fromAiSdkModel(scriptedAiModel([['echo', '{"id":9007199254740993,"__proto__":1}']]))
    const { toolCalls } = await ask(model)
    expect(stringifyJson(toolCalls[0]?.arguments as JsonValue)).toBe('{"id":9007199254740993,"__proto__":1}')
  })

  it.each(['{"text":"a","text":"b"}', '{"text":', '[]', '"text"', '9007199254740993', 'null'])('fails on arguments that are not one object: %s', async (input) => {
    await expectCode(ask(fromAiSdkModel(scriptedAiModel([['echo', input]]))), 'model_failed')
  })

  it('gives a provider back what it signed', async () => {
    const signed = { google: { thoughtSignature: 's' } }
    const scripted = new MockLanguageModelV4({
      doGenerate: async () => ({
        content: [
          { type: 'reasoning', text: 'hm', providerMetadata: signed },
          { type: 'tool-call', toolCallId: 'c', toolName: 'echo', input: '{"text":"a"}', providerMetadata: signed },
          { type: 'tool-call', toolCallId: 'p', toolName: 'search', input: '{}', providerExecuted: true }
        ],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } },
        warnings: []
      })
    })
    const model = fromAiSdkModel(scripted)
    const { text, toolCalls } = await ask(model)
    expect(toolCalls).toHaveLength(1)
    await ask(model, [user, { role: 'assistant', text, toolCalls }, { role: 'tool', toolCallId: 'c', name: 'echo', text: 'r', refused: false }])
    expect(scripted.doGenerateCalls[1]?.prompt[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm', providerOptions: signed },
        { type: 'tool-call', toolCallId: 'c', toolName: 'echo', input: { text: 'a' }, providerOptions: signed }
      ]
    })
  })

  it('may be of an older specification', async () => {
    const model = new MockLanguageModelV3({
      doGenerate: async () => ({
        content: [{ type: 'text', text: 'old' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } },
        warnings: []
      })
    })
    expect(await ask(fromAiSdkModel(model))).toEqual({ text: 'old', toolCalls: [] })
  })

  it('rejects with what the provider failed with', async () => {
    const failure = new Error('503')
    const model = new MockLanguageModelV4({ doGenerate: () => Promise.reject(failure) })
    await expect(ask(fromAiSdkModel(model))).rejects.toBe(failure)
  })
})
