import { expectCode, expectThrownCode } from '@b10x/testkit'
import type { AgentReply, CallContext } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { serve } from '../__fixtures__/served.ts'
import { defineAgent } from '../define/define-agent.ts'
import type { AgentTurn } from '../define/define-agent.ts'
import type { RunContext } from '../define/tool-context.ts'
import { createInProcessAgents } from './create-in-process-agents.ts'

const ALICE: CallContext = { actor: 'user:alice', tenantId: 'acme' }

const echo = defineAgent({
  name: 'support',
  description: 'Says what it heard.',
  respond: ({ message, history, memory }) => {
    memory.set('count', Number(memory.get('count') ?? 0) + 1)
    return `${String(memory.get('count'))}/${history.length}: ${message}`
  }
})

const sales = defineAgent({ name: 'sales', description: 'Sells.', respond: ({ message }) => message })

describe('instances and sessions', () => {
  it('begin with "new", under ids that nobody guesses, and go on where they were', async () => {
    const agents = createInProcessAgents([echo])
    const say = (message: string, at: object = {}): Promise<AgentReply> => agents.submit({ agent: 'support', instanceId: 'new', message, ...at }, ALICE)
    const first = await say('hello')
    expect(first).toMatchObject({ message: '1/0: hello', session: 'default' })
    expect(first.instanceId).toMatch(/^[\w-]{32}$/)
    const { instanceId } = first
    expect(await say('again', { instanceId })).toEqual({ message: '2/2: again', instanceId, session: 'default' })
    const aside = await say('aside', { instanceId, session: 'new' })
    expect(aside.message).toBe('3/0: aside')
    expect(await say('more', { instanceId, session: aside.session })).toMatchObject({ message: '4/2: more' })
    expect((await say('other')).instanceId).not.toBe(instanceId)
  })

  it('can be made by the host under names of its own', async () => {
    const agents = createInProcessAgents([echo])
    expect(agents.createInstance({ agent: 'support', ...ALICE } as never, 'customer-42')).toBe('customer-42')
    expect(await agents.submit({ agent: 'support', instanceId: 'customer-42', message: 'hi' }, ALICE)).toMatchObject({ message: '1/0: hi' })
    expectThrownCode(() => agents.createInstance({ agent: 'support', ...ALICE } as never, 'customer-42'), 'option_invalid')
    expectThrownCode(() => agents.createInstance({ agent: 'support' }, 'new'), 'option_invalid')
    expectThrownCode(() => agents.createInstance({ agent: 'unknown' }), 'option_invalid')
  })

  it.each<[string, CallContext]>([
    ['another actor', { actor: 'user:bob', tenantId: 'acme' }],
    ['another tenant', { actor: 'user:alice', tenantId: 'globex' }],
    ['no tenant', { actor: 'user:alice' }],
    ['nobody', {}]
  ])('of somebody else are absent for %s, in the same bytes as those that never were', async (_who, other) => {
    const harness = { agents: [echo, sales], mcp: { exposeAgents: true } }
    const { call } = serve(harness, {})
    const started = await call('agent_support', { instanceId: 'new', message: 'a secret' }, ALICE)
    const { instanceId } = started.structuredContent as unknown as AgentReply
    const aside = await call('agent_support', { instanceId, session: 'new', message: 'aside' }, ALICE)
    const { session } = aside.structuredContent as unknown as AgentReply
    const refusals = [
      await expectCode(call('agent_support', { instanceId, message: 'x' }, other), 'instance_not_found'),
      await expectCode(call('agent_support', { instanceId: 'A'.repeat(32), message: 'x' }, other), 'instance_not_found'),
      await expectCode(call('agent_support', { instanceId, session, message: 'x' }, other), 'instance_not_found'),
      await expectCode(call('agent_sales', { instanceId, message: 'x' }, ALICE), 'instance_not_found'),
      await expectCode(call('agent_support', { instanceId, session: 'B'.repeat(32), message: 'x' }, ALICE), 'instance_not_found'),
      await expectCode(call('agent_support', { instanceId: 'new', session, message: 'x' }, other), 'instance_not_found')
    ]
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
    const mine = await call('agent_support', { instanceId: 'new', message: 'x' }, other)
    const { instanceId: own } = mine.structuredContent as unknown as AgentReply
    expect(JSON.stringify(await expectCode(call('agent_support', { instanceId: own, session, message: 'x' }, other), 'instance_not_found'))).toBe(JSON.stringify(refusals[0]))
    // What was refused left nothing in the conversation.
    expect(await call('agent_support', { instanceId, message: 'y' }, ALICE)).toMatchObject({ structuredContent: { message: '3/2: y' } })
  })

  it('are not confused by names that look like one another', async () => {
    const agents = createInProcessAgents([echo])
    agents.createInstance({ agent: 'support', actor: 'b', tenantId: 'a' }, 'x')
    for (const context of [{ actor: '', tenantId: 'a","b' }, { actor: 'a', tenantId: 'b' }, { actor: 'b"]', tenantId: 'a' }]) {
      await expectCode(agents.submit({ agent: 'support', instanceId: 'x', message: 'm' }, context), 'instance_not_found')
    }
  })

  it('that a failed message began are forgotten', async () => {
    const agents = createInProcessAgents([defineAgent({ name: 'failing', description: 'Fails.', respond: () => Promise.reject(new Error('no')) })], { maxInstances: 1, maxSessions: 2 })
    for (let round = 0; round < 3; round += 1) await expect(agents.submit({ agent: 'failing', instanceId: 'new', message: 'm' }, ALICE)).rejects.toThrow('no')
    const instanceId = agents.createInstance({ agent: 'failing', ...ALICE } as never)
    for (let round = 0; round < 3; round += 1) await expect(agents.submit({ agent: 'failing', instanceId, session: 'new', message: 'm' }, ALICE)).rejects.toThrow('no')
  })

  it('are bounded per owner, in all, per instance and per session', async () => {
    const agents = createInProcessAgents([echo], { maxInstances: 2, maxInstancesInAll: 3, maxSessions: 2, maxMessages: 4 })
    const say = (at: object, who = ALICE): Promise<AgentReply> => agents.submit({ agent: 'support', instanceId: 'new', message: 'm', ...at }, who)
    const { instanceId } = await say({})
    await say({})
    expect((await expectCode(say({}), 'rate_limited')).details).toEqual({ limit: 2, windowMs: null })
    await say({}, { actor: 'user:bob' })
    expect((await expectCode(say({}, { actor: 'user:carol' }), 'rate_limited')).details).toEqual({ limit: 3, windowMs: null })
    await say({ instanceId, session: 'new' })
    await expectCode(say({ instanceId, session: 'new' }), 'rate_limited')
    for (let round = 0; round < 4; round += 1) await say({ instanceId })
    expect((await say({ instanceId })).message).toMatch(/\/4: m$/)
  })
})

describe('an agent', () => {
  it('answers one message of an instance after another, and knows for whom', async () => {
    const seen: { readonly turn: AgentTurn; readonly context: RunContext }[] = []
    let release = (): void => {}
    const agent = defineAgent({
      name: 'slow',
      description: 'Takes its time.',
      respond: async (turn, context) => {
        seen.push({ turn, context })
        if (turn.message === 'first') await new Promise<void>((resolve) => (release = resolve))
        return turn.message
      }
    })
    const agents = createInProcessAgents([agent])
    agents.createInstance({ agent: 'slow', actor: 'user:alice', tenantId: 'acme' }, 'a')
    const first = agents.submit({ agent: 'slow', instanceId: 'a', message: 'first' }, { ...ALICE, runId: 'run_1', toolCallId: '9' })
    const second = agents.submit({ agent: 'slow', instanceId: 'a', message: 'second' }, ALICE)
    await new Promise((resolve) => setImmediate(resolve))
    expect(seen).toHaveLength(1)
    release()
    await Promise.all([first, second])
    expect(seen[0]?.context).toMatchObject({ actor: 'user:alice', tenantId: 'acme', runId: 'run_1', requestId: '9' })
    expect(seen[1]?.turn.history.map(({ text }) => text)).toEqual(['first', 'first'])
  })

  it('has to answer, and to be a function where nobody else answers', async () => {
    const agents = createInProcessAgents([defineAgent({ name: 'mute', description: 'Says nothing.', respond: () => undefined as never })])
    await expect(agents.submit({ agent: 'mute', instanceId: 'new', message: 'm' }, ALICE)).rejects.toThrow(TypeError)
    expectThrownCode(() => createInProcessAgents([defineAgent({ name: 'none', description: 'None.' })]), 'option_invalid')
    expectThrownCode(() => createInProcessAgents([], { maxSessions: 0 }), 'option_invalid')
    expectThrownCode(() => createInProcessAgents([], { sessions: 1 } as never), 'option_invalid')
    await expectCode(agents.submit({ agent: 'other', instanceId: 'new', message: 'm' }, ALICE), 'option_invalid')
  })
})
