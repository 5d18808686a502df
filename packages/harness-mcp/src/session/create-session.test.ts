import { EventEmitter, once } from 'node:events'
import { GovernedError } from '@b10x/ports/errors'
import { expectCode, expectThrownCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createScriptedPort, scriptedResult } from '../__fixtures__/scripted-port.ts'
import { createScriptedModel } from './create-scripted-model.ts'
import { createSession } from './create-session.ts'
import type { ModelPort, ModelRequest } from './model-port.ts'

/** Plays a script and keeps what it was asked. */
function watch(model: ModelPort): ModelPort & { readonly requests: readonly ModelRequest[] } {
  const requests: ModelRequest[] = []
  return { requests, respond: (request) => (requests.push(request), model.respond(request)) }
}
const echo = (source?: string): ReturnType<typeof createScriptedPort> => createScriptedPort({ echo: ({ text }) => scriptedResult(String(text)) }, source)
const call = (text: string): { readonly call: { readonly tool: string; readonly arguments: { readonly text: string } } } => ({ call: { tool: 'echo', arguments: { text } } })

describe('prompts', () => {
  it('go on with one conversation', async () => {
    const model = watch(createScriptedModel([call('one'), { say: 'first' }, { say: 'second' }]))
    const session = createSession({ model, tools: echo(), system: 'Be brief.' })
    expect(await session.prompt('go')).toMatchObject({ text: 'first', turns: 2 })
    expect(await session.prompt('go on')).toMatchObject({ text: 'second', turns: 1, calls: [] })
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
    expect(session.transcript().map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user', 'assistant'])
  })

  it('wait for one another', async () => {
    const model = watch(createScriptedModel([call('one'), { say: 'first' }, { say: 'second' }]))
    const session = createSession({ model, tools: echo() })
    const results = await Promise.all([session.prompt('go'), session.prompt('go on')])
    expect(results.map(({ text }) => text)).toEqual(['first', 'second'])
    expect(session.transcript().map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant'])
  })

  it('can be cancelled while they wait, and the next one still waits its turn', async () => {
    const tool = new EventEmitter()
    const held = once(tool, 'held')
    const tools = createScriptedPort({
      async hold() {
        tool.emit('held')
        await once(tool, 'released')
        return scriptedResult('held')
      }
    })
    const session = createSession({ model: createScriptedModel([{ call: { tool: 'hold' } }, { say: 'first' }, { say: 'third' }]), tools })
    const host = new AbortController()
    const [first, second, third] = [session.prompt('hold'), session.prompt('never', { signal: host.signal }), session.prompt('then')]
    host.abort()
    await expectCode(second, 'cancelled')
    await held
    setImmediate(() => tool.emit('released'))
    expect([(await first).text, (await third).text]).toEqual(['first', 'third'])
    expect(JSON.stringify(session.transcript())).not.toContain('never')
  })

  it('that failed before anything was said leave no trace, and later ones work', async () => {
    let broken = true
    const session = createSession({ model: { respond: async () => { if (broken) throw new Error('down'); return { text: 'up', toolCalls: [] } } } })
    await expectCode(session.prompt('hello?'), 'model_failed')
    expect(session.transcript()).toEqual([])
    broken = false
    expect((await session.prompt('hello')).text).toBe('up')
  })

  it('that failed later leave what was done', async () => {
    const session = createSession({ model: createScriptedModel([call('one')]), tools: echo() })
    await expectCode(session.prompt('go'), 'model_failed')
    expect(session.transcript().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })

  it('can be given more tools, for themselves alone', async () => {
    const model = watch(createScriptedModel([{ say: 'one' }, { say: 'two' }]))
    const more = createScriptedPort({ more: () => scriptedResult('') })
    const session = createSession({ model, tools: echo() })
    await session.prompt('with', { tools: [more] })
    await session.prompt('without')
    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name).toSorted())).toEqual([['echo', 'more'], ['echo']])
  })
})

describe('tasks', () => {
  it('have conversations of their own', async () => {
    const model = watch(createScriptedModel([{ say: 'first' }, { say: 'aside' }]))
    const session = createSession({ model, tools: echo(), system: 'Be brief.' })
    await session.prompt('go')
    expect(await session.task('count')).toEqual({ text: 'aside', turns: 1, calls: [] })
    expect(model.requests[1]?.messages).toEqual([{ role: 'system', text: 'Be brief.' }, { role: 'user', text: 'count' }])
    expect(session.transcript()).toHaveLength(3)
  })

  it('can demand a value', async () => {
    const model = watch(createScriptedModel([{ say: '{"count":3}' }, { say: 'three' }]))
    const session = createSession({ model, system: 'Be brief.' })
    const resultSchema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] }
    expect((await session.task('count', { resultSchema })).value).toEqual({ count: 3 })
    expect(model.requests[0]?.messages).toEqual([
      { role: 'system', text: expect.stringMatching(/^Be brief\.\n\n.*\{"type":"object".*\}$/s) as string },
      { role: 'user', text: 'count' }
    ])
    await expectCode(session.task('count', { resultSchema }), 'result_mismatch')
  })

  it('refuse a schema before the model is asked', async () => {
    const model = watch(createScriptedModel([]))
    await expectCode(createSession({ model }).task('count', { resultSchema: { type: 'strin' } }), 'option_invalid')
    expect(model.requests).toEqual([])
  })

  it('end when they are cancelled', async () => {
    const session = createSession({ model: createScriptedModel([{ say: 'never' }]) })
    await expectCode(session.task('count', { signal: AbortSignal.abort() }), 'cancelled')
  })
})

describe('tools', () => {
  it('with one name refuse the session, and a prompt, naming both origins', async () => {
    const { details } = expectThrownCode(() => createSession({ model: createScriptedModel([]), tools: [echo('a'), echo('b')] }), 'tool_name_collision')
    expect(details).toMatchObject({ name: 'echo', origins: [{ source: 'a' }, { source: 'b' }] })
    const session = createSession({ model: createScriptedModel([{ say: 'hello' }]), tools: echo('a') })
    await expectCode(session.prompt('go', { tools: echo('b') }), 'tool_name_collision')
    expect((await session.prompt('go')).text).toBe('hello')
  })

  it('given twice are there once', async () => {
    const tools = echo()
    const session = createSession({ model: createScriptedModel([{ say: 'hello' }]), tools: [tools, tools] })
    expect((await session.prompt('go', { tools })).text).toBe('hello')
  })

  it('of somebody else keep the run that they know, unless the session was given one', async () => {
    for (const [given, seen] of [[{}, {}], [{ runId: 'r1', actor: 'user:alice', tenantId: 't1' }, { runId: 'r1', actor: 'user:alice', tenantId: 't1' }]]) {
      const tools = echo()
      const session = createSession({ model: createScriptedModel([call('one'), { say: 'done' }]), tools, ...given })
      await session.prompt('go')
      const { signal, toolCallId, ...context } = tools.seen[0]?.context ?? {}
      expect({ context, toolCallId, hasSignal: signal !== undefined }).toEqual({ context: seen, toolCallId: 'call-1-1', hasSignal: true })
    }
  })

  it('that refuse are part of the conversation', async () => {
    const tools = createScriptedPort({ send: () => Promise.reject(new GovernedError('policy_denied', { tool: 'send' })) })
    const model = createScriptedModel([{ call: { tool: 'send' } }, { say: 'I may not', expect: { refused: 'policy_denied' } }])
    expect((await createSession({ model, tools }).prompt('send')).calls).toMatchObject([{ name: 'send', refusal: 'policy_denied' }])
  })
})

it.each([['maxTurns', 0], ['maxTurns', 1.5], ['maxTurns', Number.NaN], ['maxParallelCalls', -1]])('%s is not %d', (option, value) => {
  expect(expectThrownCode(() => createSession({ model: createScriptedModel([]), [option]: value }), 'option_invalid').details).toMatchObject({ option })
})

it('refuses options that nobody knows', async () => {
  const model = createScriptedModel([])
  expectThrownCode(() => createSession({ model, toolpolicy: {} } as never), 'option_invalid')
  const session = createSession({ model })
  await expectCode(session.prompt('go', { resultSchema: {} } as never), 'option_invalid')
  await expectCode(session.task('go', { tool: [] } as never), 'option_invalid')
})

it('names its run, the one that it was given or a fresh one', () => {
  const named = createSession({ model: createScriptedModel([]), runId: 'r1' })
  const fresh = [0, 1].map(() => createSession({ model: createScriptedModel([]) }).runId)
  expect([named.runId, new Set(fresh).size]).toEqual(['r1', 2])
})
