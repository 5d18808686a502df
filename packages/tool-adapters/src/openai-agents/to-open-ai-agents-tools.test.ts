import { Agent, Runner, RunState, setTracingDisabled } from '@openai/agents'
import type { RunContext } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import { answering, deviations, messages, startHttpServer } from '@b10x/testkit'
import { ExactNumber } from '@b10x/mcp-foundation'
import type { ToolPort } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { openPort } from '../__fixtures__/port-over-client.ts'
import { reviewServer } from '../__fixtures__/review-server.ts'
import { createScriptedPort, TOOL_NAMES } from '../__fixtures__/scripted-port.ts'
import type { ScriptedPort } from '../__fixtures__/scripted-port.ts'
import { createApprovalBridge } from '../approvals.ts'
import { refuseInOurWords, toOpenAiAgentsTools } from '../openai-agents.ts'
import type { ApprovingOptions } from '../openai-agents.ts'

setTracingDisabled(true)

type Call = readonly [name: string, args: string | Record<string, unknown>, callId?: string]

/** Plays the calls, one answer each, and then says that it is done. */
function scripted(...calls: readonly Call[]): ScriptedModel {
  const steps = calls.map(([name, args, callId], index) => [functionCall(name, args, { callId: callId ?? `call-${index}` })])
  return new ScriptedModel([...steps, [assistantMessage('done')]])
}

function agentOf(model: ScriptedModel, port: ToolPort, options?: ApprovingOptions): Agent {
  return new Agent({ name: 'test', model, tools: toOpenAiAgentsTools(port, options) as Agent['tools'] })
}

const runner = new Runner({ tracingDisabled: true, toolNotFoundBehavior: 'return_error_to_model', toolErrorFormatter: refuseInOurWords })

/** What the model saw of its calls, in order. */
function seenBy(model: ScriptedModel): readonly string[] {
  const { input = [] } = model.lastCall?.request ?? {}
  const items = typeof input === 'string' ? [] : input
  return items.flatMap((item) => (item.type === 'function_call_result' ? [textOf(item.output)] : []))
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : String((output as { readonly text?: unknown }).text)
}

function refusalsIn(texts: readonly string[]): unknown[] {
  return texts.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as unknown)
}

describe('the loop of a Runner', () => {
  it('shows the model the published tools', async () => {
    const model = scripted()
    await runner.run(agentOf(model, createScriptedPort()), 'go')
    expect(model.firstCall?.request.tools.map((tool) => ('name' in tool ? tool.name : ''))).toEqual(TOOL_NAMES)
    expect(model.firstCall?.request.tools[0]).toMatchObject({ description: 'The tool echo.', strict: false, parameters: { required: ['text'] } })
  })

  it('gives the model the result in its envelope, and the port who called', async () => {
    const port = createScriptedPort()
    const model = scripted(['echo', { text: 'hi' }])
    const { finalOutput } = await runner.run(agentOf(model, port, { context: { tenantId: 't' } }), 'go')
    expect(finalOutput).toBe('done')
    expect(seenBy(model)).toEqual(['<untrusted>echo says hi</untrusted>'])
    expect(port.made[0]).toMatchObject({ name: 'echo', args: { text: 'hi' }, context: { tenantId: 't', toolCallId: 'call-0' } })
  })

  it.each<[string, string, string | Record<string, unknown>, string]>([
    ['bad arguments', 'echo', { text: 1 }, 'arguments_invalid'],
    ['arguments that are no object', 'echo', '["text"]', 'arguments_invalid'],
    ['arguments that two readers would read differently', 'echo', '{"text":"a","text":"b"}', 'arguments_invalid'],
    ['what the policy denies', 'erase', { text: 'all' }, 'policy_denied'],
    ['what nobody was asked about', 'send', { text: 'hi' }, 'approval_required']
  ])('goes on after a typed refusal of %s', async (_title, name, args, code) => {
    const port = createScriptedPort()
    const model = scripted([name, args])
    const { finalOutput } = await runner.run(agentOf(model, port), 'go')
    expect(finalOutput).toBe('done')
    expect(refusalsIn(seenBy(model))).toMatchObject([{ code }])
    expect(port.refused).toEqual([code])
    expect(port.made).toEqual([])
  })

  it('goes on after a typed refusal of an unadmitted name', async () => {
    const port = createScriptedPort()
    const model = scripted(['unheard_of', {}], ['echo', { text: 'hi' }])
    await runner.run(agentOf(model, port), 'go')
    expect(refusalsIn(seenBy(model))).toMatchObject([{ code: 'tool_not_published' }])
    expect(port.made).toHaveLength(1)
  })

  it('leaves text that is no JSON to the SDK', async () => {
    const port = createScriptedPort()
    const model = scripted(['echo', '{"text":'])
    await runner.run(agentOf(model, port), 'go')
    expect(seenBy(model)).toHaveLength(1)
    expect([port.made, port.refused]).toEqual([[], []])
  })

  it('keeps numbers as they were written', async () => {
    const port = createScriptedPort()
    const seen: unknown[] = []
    const watched: ToolPort = { ...port, callTool: (name, args, context) => (seen.push(args), port.callTool(name, args, context)) }
    await runner.run(agentOf(scripted(['echo', '{"id":9007199254740993}']), watched), 'go')
    expect(seen).toEqual([{ id: ExactNumber.from('9007199254740993') }])
  })

  it('hands its abort to the port', async () => {
    const port = createScriptedPort()
    const caller = new AbortController()
    const [reached, ended] = [port.nextCall(), port.nextRefusal()]
    const ran = runner.run(agentOf(scripted(['hang', { text: 'x' }]), port), 'go', { signal: caller.signal }).then(() => 'ended', () => 'rejected')
    await reached
    caller.abort()
    expect(await ran).toBe('rejected')
    await ended
    expect(port.refused).toEqual(['cancelled'])
  })

  it('shows the model a typed refusal when the server drifts in mid-run', async () => {
    const { reviewed, live } = deviations.drift('schema')
    // The first answer brings word that the tools changed, so the next call compares first.
    const changed = messages('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}', '{{good}}')
    await using server = await startHttpServer(reviewed, answering('tools/call', changed))
    const port = await openPort(server.url, { snapshot: await reviewServer(server, '2025-11-25') })
    const watched: ToolPort = { ...port, callTool: (...call) => port.callTool(...call).finally(() => server.become(live)) }
    const model = scripted(['t', {}], ['t', {}])
    await runner.run(agentOf(model, watched), 'go')
    expect(refusalsIn(seenBy(model))).toMatchObject([{ code: 'snapshot_mismatch', details: { differences: 1 } }])
    expect(server.count('tools/call')).toBe(1)
  })
})

describe('an approval that the SDK asks its user for', () => {
  interface Asked {
    readonly port: ScriptedPort
    readonly model: ScriptedModel
    readonly agent: Agent
    readonly state: RunState<unknown, Agent>
  }

  async function ask(...calls: readonly Call[]): Promise<Asked> {
    const bridge = createApprovalBridge()
    const port = createScriptedPort(bridge)
    const model = scripted(...calls)
    const agent = agentOf(model, port, { approvals: bridge })
    const { interruptions, state } = await runner.run(agent, 'go')
    expect(interruptions).toHaveLength(1)
    expect(port.made).toEqual([])
    return { port, model, agent, state: state as RunState<unknown, Agent> }
  }

  const first = (state: RunState<unknown, Agent>): Parameters<RunContext['approveTool']>[0] => {
    const [item] = state.getInterruptions()
    if (item === undefined) throw new TypeError('not asked')
    return item
  }

  it.each(['send', 'send-now'])('runs the call once when it is given: %s', async (name) => {
    const { agent, state, model, port } = await ask([name, { text: 'hi' }])
    state.approve(first(state))
    const { finalOutput } = await runner.run(agent, state)
    expect(finalOutput).toBe('done')
    expect(seenBy(model)).toEqual([`<untrusted>${name} says hi</untrusted>`])
    expect(port.made).toHaveLength(1)
  })

  it('runs the call once when the run was stored meanwhile', async () => {
    const { agent, state, port } = await ask(['send', { text: 'hi' }])
    const restored = await RunState.fromString(agent, state.toString())
    restored.approve(first(restored as RunState<unknown, Agent>))
    await runner.run(agent, restored)
    expect(port.made).toHaveLength(1)
  })

  it('runs nothing when it is refused, and the model sees a typed refusal', async () => {
    const { agent, state, model, port } = await ask(['send', { text: 'hi' }])
    state.reject(first(state))
    await runner.run(agent, state)
    expect(refusalsIn(seenBy(model))).toMatchObject([{ code: 'approval_denied', details: { tool: 'send' } }])
    expect(port.made).toEqual([])
  })

  it('runs nothing when the model asks for the same call again', async () => {
    const { agent, state, port } = await ask(['send', { text: 'hi' }, 'same'], ['send', { text: 'hi' }, 'same'])
    state.approve(first(state))
    await runner.run(agent, state)
    expect(port.made).toHaveLength(1)
  })

  it('runs nothing when a stored run is played a second time', async () => {
    const { agent, state, model, port } = await ask(['send', { text: 'hi' }])
    state.approve(first(state))
    const stored = state.toString()
    await runner.run(agent, await RunState.fromString(agent, stored))
    model.enqueue([assistantMessage('done again')])
    await runner.run(agent, await RunState.fromString(agent, stored))
    expect(refusalsIn(seenBy(model))).toMatchObject([{ code: 'approval_required' }])
    expect(port.made).toHaveLength(1)
  })

  it('is not what somebody said for all calls of a tool', async () => {
    const { agent, state, model, port } = await ask(['send', { text: 'hi' }], ['send', { text: 'ho' }])
    state.approve(first(state), { alwaysApprove: true })
    await runner.run(agent, state)
    expect(refusalsIn(seenBy(model))).toMatchObject([{ code: 'approval_required' }, { code: 'approval_required' }])
    expect(port.made).toEqual([])
  })

  it('is not asked for where the policy allows or denies', async () => {
    const bridge = createApprovalBridge()
    const port = createScriptedPort(bridge)
    const model = scripted(['echo', { text: 'hi' }], ['erase', { text: 'all' }], ['send', {}])
    const { interruptions } = await runner.run(agentOf(model, port, { approvals: bridge }), 'go')
    expect(interruptions).toEqual([])
    expect(port.refused).toEqual(['policy_denied', 'arguments_invalid'])
  })
})
