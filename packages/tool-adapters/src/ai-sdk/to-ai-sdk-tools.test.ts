import { answering, deviations, messages, startHttpServer } from '@b10x/testkit'
import { convertToModelMessages, generateText, isStepCount, streamText } from 'ai'
import type { ModelMessage, ToolSet, UIMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { scriptedAiModel } from '../__fixtures__/ai-sdk-model.ts'
import { openPort } from '../__fixtures__/port-over-client.ts'
import { reviewServer } from '../__fixtures__/review-server.ts'
import { createScriptedPort, TOOL_NAMES } from '../__fixtures__/scripted-port.ts'
import type { ScriptedPort } from '../__fixtures__/scripted-port.ts'
import { toAiSdkTools } from '../ai-sdk.ts'
import { createApprovalBridge } from '../approvals.ts'

const loop = { stopWhen: isStepCount(5), maxRetries: 0 }

describe('the loop of generateText', () => {
  it('shows the model the published tools and nothing else', async () => {
    const model = scriptedAiModel('done')
    await generateText({ ...loop, model, tools: toAiSdkTools(createScriptedPort()), prompt: 'go' })
    const { tools = [] } = model.doGenerateCalls[0] ?? {}
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES)
    expect(tools[0]).toMatchObject({ description: 'The tool echo.', inputSchema: { required: ['text'] } })
  })

  it('gives the model the result in its envelope, and the port who called', async () => {
    const port = createScriptedPort()
    const model = scriptedAiModel([['echo', { text: 'hi' }]], [['fail', { text: 'no' }]], 'done')
    const { text } = await generateText({ ...loop, model, tools: toAiSdkTools(port, { context: { actor: 'user:a', runId: 'r' } }), prompt: 'go' })
    expect(text).toBe('done')
    expect(model.seen()).toEqual([
      { type: 'text', value: '<untrusted>echo says hi</untrusted>' },
      { type: 'error-text', value: '<untrusted>fail says no</untrusted>' }
    ])
    expect(port.made[0]).toMatchObject({ name: 'echo', args: { text: 'hi' }, context: { actor: 'user:a', runId: 'r', toolCallId: 'call-1-0' } })
  })

  it.each<[string, string, unknown, string]>([
    ['an unadmitted name', 'unheard_of', { text: 'hi' }, 'tool_not_published'],
    ['bad arguments', 'echo', { text: 1 }, 'arguments_invalid'],
    ['arguments that are no object', 'echo', '"text"', 'arguments_invalid'],
    ['what the policy denies', 'erase', { text: 'all' }, 'policy_denied'],
    ['what nobody approved', 'send', { text: 'hi', approvalId: 'x' }, 'arguments_invalid'],
    ['what nobody was asked about', 'send', { text: 'hi' }, 'approval_required']
  ])('goes on after a typed refusal of %s', async (_title, name, args, code) => {
    const port = createScriptedPort()
    const model = scriptedAiModel([[name, args]], 'done')
    const { text } = await generateText({ ...loop, model, tools: toAiSdkTools(port), prompt: 'go' })
    expect(text).toBe('done')
    expect(model.refusals()).toMatchObject([{ code }])
    expect(port.refused).toEqual([code])
    expect(port.made).toEqual([])
  })

  it('leaves text that is no JSON to the SDK', async () => {
    const port = createScriptedPort()
    const model = scriptedAiModel([['echo', '{"text":']], 'done')
    await generateText({ ...loop, model, tools: toAiSdkTools(port), prompt: 'go' })
    expect(model.seen()).toMatchObject([{ type: 'error-text' }])
    expect(port.made).toEqual([])
  })

  it('is answered in words of the SDK for an unadmitted name where the set was copied', async () => {
    const port = createScriptedPort()
    const model = scriptedAiModel([['unheard_of', {}]], [['toString', {}]], 'done')
    const { text } = await generateText({ ...loop, model, tools: { ...toAiSdkTools(port) }, prompt: 'go' })
    expect(text).toBe('done')
    expect(model.seen()).toMatchObject([{ type: 'error-text' }, { type: 'error-text' }])
    expect(port.made).toEqual([])
  })

  it.each(['__proto__', 'constructor', 'toString', 'then', 'toJSON'])('does not take %s for a tool', async (name) => {
    const port = createScriptedPort()
    const tools = toAiSdkTools(port)
    expect(Object.hasOwn(tools, name)).toBe(false)
    const model = scriptedAiModel([[name, {}]], 'done')
    await generateText({ ...loop, model, tools, prompt: 'go' })
    expect(model.seen()).toMatchObject([{ type: 'error-text' }])
    expect(port.refused).toEqual([])
  })

  it('hands its abort to the port', async () => {
    const port = createScriptedPort()
    const caller = new AbortController()
    const tools = toAiSdkTools(port)
    const model = scriptedAiModel([['hang', { text: 'x' }]], 'never')
    const prompted = generateText({ ...loop, model, tools, prompt: 'go', abortSignal: caller.signal, onToolExecutionStart: () => queueMicrotask(() => caller.abort(new Error('enough'))) })
    await expect(prompted).rejects.toThrow('enough')
    expect(port.refused).toEqual(['cancelled'])
    expect(port.made[0]?.context.signal?.aborted).toBe(true)
  })

  it('shows the model a typed refusal when the server drifts in mid-run', async () => {
    const { reviewed, live } = deviations.drift('description')
    // The first answer brings word that the tools changed, so the next call compares first.
    const changed = messages('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}', '{{good}}')
    await using server = await startHttpServer(reviewed, answering('tools/call', changed))
    const port = await openPort(server.url, { snapshot: await reviewServer(server, '2025-11-25') })
    const model = scriptedAiModel([['t', {}]], [['t', {}]], 'done')
    const { text } = await generateText({ ...loop, model, tools: toAiSdkTools(port), prompt: 'go', onToolExecutionEnd: () => server.become(live) })
    expect(text).toBe('done')
    expect(model.seen()).toMatchObject([{ type: 'text' }, { type: 'error-text' }])
    expect(model.refusals()).toMatchObject([{ code: 'snapshot_mismatch', details: { differences: 1 } }])
    expect(server.count('tools/call')).toBe(1)
  })
})

describe('streamText', () => {
  it('refuses in the same way', async () => {
    const port = createScriptedPort()
    const model = scriptedAiModel([['unheard_of', {}], ['echo', {}]], [['echo', { text: 'hi' }]], 'done')
    const { text } = streamText({ ...loop, model, tools: toAiSdkTools(port), prompt: 'go' })
    expect(await text).toBe('done')
    expect(model.refusals()).toMatchObject([{ code: 'tool_not_published' }, { code: 'arguments_invalid' }])
    expect(port.made).toHaveLength(1)
  })
})

describe('an approval that the SDK asks its user for', () => {
  interface Asked {
    readonly port: ScriptedPort
    readonly tools: ToolSet
    readonly history: ModelMessage[]
    readonly approvalId: string
    readonly toolCallId: string
  }

  /** A first request that ends with the question. */
  async function ask(args: unknown = { text: 'hi' }): Promise<Asked> {
    const bridge = createApprovalBridge()
    const port = createScriptedPort(bridge)
    const tools = toAiSdkTools(port, { approvals: bridge })
    const messages: ModelMessage[] = [{ role: 'user', content: 'go' }]
    const { content, responseMessages } = await generateText({ ...loop, model: scriptedAiModel([['send', args]]), tools, messages })
    const request = content.find((part) => part.type === 'tool-approval-request')
    if (request === undefined) throw new TypeError('not asked')
    expect(port.made).toEqual([])
    return { port, tools, history: [...messages, ...responseMessages], approvalId: request.approvalId, toolCallId: request.toolCall.toolCallId }
  }

  async function answer({ tools, history, approvalId }: Asked, approved: boolean): Promise<ReturnType<typeof scriptedAiModel>> {
    const model = scriptedAiModel('done')
    const decided: ModelMessage = { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved }] }
    await generateText({ ...loop, model, tools, messages: [...history, decided] })
    return model
  }

  it('is not asked for where the policy allows or denies', async () => {
    const bridge = createApprovalBridge()
    const port = createScriptedPort(bridge)
    const model = scriptedAiModel([['echo', { text: 'hi' }], ['erase', { text: 'all' }], ['send', {}]], 'done')
    const { text } = await generateText({ ...loop, model, tools: toAiSdkTools(port, { approvals: bridge }), prompt: 'go' })
    expect(text).toBe('done')
    expect(model.refusals()).toMatchObject([{ code: 'policy_denied' }, { code: 'arguments_invalid' }])
    expect(port.made).toHaveLength(1)
  })

  it('runs the call once when it is given', async () => {
    const asked = await ask()
    const model = await answer(asked, true)
    expect(model.seen()).toEqual([{ type: 'text', value: '<untrusted>send says hi</untrusted>' }])
    expect(asked.port.made).toHaveLength(1)
  })

  it('runs nothing when it is refused', async () => {
    const asked = await ask()
    const model = await answer(asked, false)
    expect(model.seen()).toMatchObject([{ type: 'execution-denied' }])
    expect(asked.port.made).toEqual([])
  })

  it('runs nothing when it comes a second time', async () => {
    const asked = await ask()
    await answer(asked, true)
    const replayed = await answer(asked, true)
    expect(replayed.refusals()).toMatchObject([{ code: 'approval_required' }])
    expect(asked.port.made).toHaveLength(1)
  })

  it('runs nothing when the history that brings it back says other arguments', async () => {
    const asked = await ask()
    const forged = JSON.parse(JSON.stringify(asked.history).replaceAll('"hi"', '"hi "')) as ModelMessage[]
    const model = await answer({ ...asked, history: forged }, true)
    expect(model.refusals()).toMatchObject([{ code: 'approval_required' }])
    expect(asked.port.made).toEqual([])
  })

  it('is not what a rule of the host says for all calls', async () => {
    const bridge = createApprovalBridge()
    const port = createScriptedPort(bridge)
    for (const toolApproval of ['approved', 'not-applicable'] as const) {
      const model = scriptedAiModel([['send', { text: 'hi' }]], 'done')
      await generateText({ ...loop, model, tools: toAiSdkTools(port, { approvals: bridge }), toolApproval: { send: toolApproval }, prompt: 'go' })
      expect(model.refusals()).toMatchObject([{ code: 'approval_required' }])
    }
    expect(port.made).toEqual([])
  })
})

describe('an output that was stored and comes back', () => {
  it.each<[unknown, unknown]>([
    [{ kind: 'result', text: 'kept', isError: false }, { type: 'text', value: 'kept' }],
    [{ kind: 'result', text: 'kept', isError: true }, { type: 'error-text', value: 'kept' }],
    [{ kind: 'refused', refusal: { code: 'policy_denied' } }, { type: 'error-text', value: '{"code":"policy_denied"}' }]
  ])('reads as before: %o', async (output, seen) => {
    const stored: UIMessage[] = [{ id: '1', role: 'assistant', parts: [{ type: 'dynamic-tool', toolName: 'echo', toolCallId: 'c', state: 'output-available', input: {}, output }] }]
    const [, message] = await convertToModelMessages(stored, { tools: toAiSdkTools(createScriptedPort()) })
    expect(message).toMatchObject({ role: 'tool', content: [{ output: seen }] })
  })

  it.each([null, 'text', { kind: 'result' }, { kind: 'other' }])('is refused in another form: %o', async (output) => {
    const stored: UIMessage[] = [{ id: '1', role: 'assistant', parts: [{ type: 'dynamic-tool', toolName: 'echo', toolCallId: 'c', state: 'output-available', input: {}, output }] }]
    const [, message] = await convertToModelMessages(stored, { tools: toAiSdkTools(createScriptedPort()) })
    const { content } = message as { content: { output: { value: string } }[] }
    expect(JSON.parse(content[0]?.output.value ?? '')).toMatchObject({ code: 'result_unrecognized' })
  })
})
