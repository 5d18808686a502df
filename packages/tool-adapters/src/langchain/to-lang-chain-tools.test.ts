import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { fakeModel } from '@langchain/core/testing'
import { answering, deviations, messages as answers, startHttpServer } from '@b10x/testkit'
import { createAgent, createMiddleware } from 'langchain'
import { describe, expect, it } from 'vitest'
import { openPort } from '../__fixtures__/port-over-client.ts'
import { reviewServer } from '../__fixtures__/review-server.ts'
import { createScriptedPort, TOOL_NAMES } from '../__fixtures__/scripted-port.ts'
import { refuseUnknownTools, toLangChainTools } from '../langchain.ts'

type Calls = readonly (readonly [name: string, args: Record<string, unknown>])[]

/** Plays the calls, one answer each, and then says that it is done. */
function scripted(...calls: Calls): ReturnType<typeof fakeModel> {
  const model = fakeModel()
  for (const [index, [name, args]] of calls.entries()) model.respondWithTools([{ name, args, id: `call-${index}` }])
  return model.respond(new AIMessage('done'))
}

const go = { messages: [new HumanMessage('go')] }

function toolMessages({ messages }: { readonly messages: readonly BaseMessage[] }): ToolMessage[] {
  return messages.filter((message) => ToolMessage.isInstance(message))
}

function refusalIn(message: ToolMessage | undefined): unknown {
  return JSON.parse(message?.text ?? '') as unknown
}

describe('the loop of an agent', () => {
  it('shows the model the published tools', () => {
    const tools = toLangChainTools(createScriptedPort())
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES)
    expect(tools[0]).toMatchObject({ description: 'The tool echo.', schema: { required: ['text'] } })
  })

  it('gives the model the result in its envelope, and the port who called', async () => {
    const port = createScriptedPort()
    const tools = toLangChainTools(port, { context: { actor: 'user:a' } })
    const agent = createAgent({ model: scripted(['echo', { text: 'hi' }], ['fail', { text: 'no' }]), tools })
    const [first, second, ...rest] = toolMessages(await agent.invoke(go))
    expect(rest).toEqual([])
    expect([first?.text, first?.status]).toEqual(['<untrusted>echo says hi</untrusted>', 'success'])
    expect([second?.text, second?.status]).toEqual(['<untrusted>fail says no</untrusted>', 'error'])
    expect(port.made[0]).toMatchObject({ name: 'echo', args: { text: 'hi' }, context: { actor: 'user:a', toolCallId: 'call-0' } })
  })

  it.each<[string, string, Record<string, unknown>, string]>([
    ['bad arguments', 'echo', { text: 1 }, 'arguments_invalid'],
    ['too many arguments', 'echo', { text: 'a', more: 1 }, 'arguments_invalid'],
    ['what the policy denies', 'erase', { text: 'all' }, 'policy_denied'],
    ['what nobody approved', 'send', { text: 'hi' }, 'approval_required']
  ])('goes on after a typed refusal of %s', async (_title, name, args, code) => {
    const port = createScriptedPort()
    const agent = createAgent({ model: scripted([name, args]), tools: toLangChainTools(port) })
    const state = await agent.invoke(go)
    const [refusal] = toolMessages(state)
    expect(refusal).toMatchObject({ status: 'error', tool_call_id: 'call-0', name })
    expect(refusalIn(refusal)).toMatchObject({ code })
    expect(refusal?.artifact).toEqual(refusalIn(refusal))
    expect(state.messages.at(-1)?.text).toBe('done')
    expect(port.refused).toEqual([code])
    expect(port.made).toEqual([])
  })

  it('goes on after a typed refusal of an unadmitted name, with the middleware', async () => {
    const port = createScriptedPort()
    const middleware = [createMiddleware({ name: 'governed', wrapToolCall: refuseUnknownTools(port) })]
    const agent = createAgent({ model: scripted(['unheard_of', {}], ['echo', { text: 'hi' }]), tools: toLangChainTools(port), middleware })
    const [refusal, result] = toolMessages(await agent.invoke(go))
    expect(refusal).toMatchObject({ status: 'error', tool_call_id: 'call-0', name: 'unheard_of' })
    expect(refusalIn(refusal)).toMatchObject({ code: 'tool_not_published' })
    expect(result?.text).toBe('<untrusted>echo says hi</untrusted>')
    expect(port.refused).toEqual(['tool_not_published'])
  })

  it('answers an unadmitted name in words of its own, without', async () => {
    const port = createScriptedPort()
    const agent = createAgent({ model: scripted(['unheard_of', {}]), tools: toLangChainTools(port) })
    expect(toolMessages(await agent.invoke(go))).toMatchObject([{ status: 'error' }])
    expect([port.made, port.refused]).toEqual([[], []])
  })

  it('hands its abort to the port', async () => {
    const port = createScriptedPort()
    const caller = new AbortController()
    const agent = createAgent({ model: scripted(['hang', { text: 'x' }]), tools: toLangChainTools(port) })
    const [reached, ended] = [port.nextCall(), port.nextRefusal()]
    const invoked = agent.invoke(go, { signal: caller.signal }).then(() => 'ended', () => 'rejected')
    await reached
    caller.abort(new Error('enough'))
    expect(await invoked).toBe('rejected')
    await ended
    expect(port.refused).toEqual(['cancelled'])
  })

  it('shows the model a typed refusal when the server drifts in mid-run', async () => {
    const { reviewed, live } = deviations.drift('meta')
    // The first answer brings word that the tools changed, so the next call compares first.
    const changed = answers('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}', '{{good}}')
    await using server = await startHttpServer(reviewed, answering('tools/call', changed))
    const port = await openPort(server.url, { snapshot: await reviewServer(server, '2025-11-25') })
    const watched = { ...port, callTool: (...call: Parameters<typeof port.callTool>) => port.callTool(...call).finally(() => server.become(live)) }
    const agent = createAgent({ model: scripted(['t', {}], ['t', {}]), tools: toLangChainTools(watched) })
    const [first, second] = toolMessages(await agent.invoke(go))
    expect([first?.status, second?.status]).toEqual(['success', 'error'])
    expect(refusalIn(second)).toMatchObject({ code: 'snapshot_mismatch', details: { differences: 1 } })
    expect(server.count('tools/call')).toBe(1)
  })
})

describe('a tool that is called without a model', () => {
  it('gives its text', async () => {
    const port = createScriptedPort()
    const [echo] = toLangChainTools(port)
    expect(await echo?.invoke({ text: 'hi' })).toBe('<untrusted>echo says hi</untrusted>')
    expect(JSON.parse((await echo?.invoke({})) as string)).toMatchObject({ code: 'arguments_invalid' })
  })
})
