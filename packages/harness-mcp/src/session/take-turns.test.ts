import { EventEmitter, once } from 'node:events'
import { GovernedError } from '@b10x/ports/errors'
import { expectCode } from '@b10x/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScriptedPort, scriptedResult } from '../__fixtures__/scripted-port.ts'
import { createScriptedModel } from './create-scripted-model.ts'
import type { ModelMessage, ModelPort, ModelRequest } from './model-port.ts'
import type { ModelScriptStep } from './model-script.ts'
import { takeTurns } from './take-turns.ts'
import type { TurnSettings } from './take-turns.ts'

const settings = (model: ModelPort | readonly ModelScriptStep[], more: Partial<TurnSettings> = {}): TurnSettings => ({
  model: 'respond' in model ? model : createScriptedModel(model),
  port: createScriptedPort({ look: ({ at }) => scriptedResult(`seen ${String(at)}`) }),
  maxTurns: 4,
  maxParallelCalls: 2,
  caller: {},
  signal: new AbortController().signal,
  ...more
})
const asked = (text: string): ModelMessage[] => [{ role: 'user', text }]
const look = (at: string): { readonly tool: string; readonly arguments: { readonly at: string } } => ({ tool: 'look', arguments: { at } })

describe('turns', () => {
  it('end with the first answer that asks for nothing', async () => {
    const transcript = asked('what is there?')
    const result = await takeTurns(transcript, settings([{ say: 'let me look', call: look('door') }, { say: 'a cat' }]))
    expect(result).toEqual({ text: 'a cat', turns: 2, calls: [{ toolCallId: 'call-1-1', name: 'look', refusal: null, isError: false }] })
    expect(transcript.slice(1)).toEqual([
      { role: 'assistant', text: 'let me look', toolCalls: [{ id: 'call-1-1', name: 'look', arguments: { at: 'door' } }] },
      { role: 'tool', toolCallId: 'call-1-1', name: 'look', text: '<untrusted>seen door</untrusted>', refused: false },
      { role: 'assistant', text: 'a cat', toolCalls: [] }
    ])
  })

  it('show the model the tools of the port and everything said so far', async () => {
    const requests: ModelRequest[] = []
    const model = createScriptedModel([{ call: look('door') }, { say: 'a cat' }])
    const watching: ModelPort = { respond: (request) => (requests.push(request), model.respond(request)) }
    const given = settings(watching)
    await takeTurns(asked('look'), given)
    expect(requests.map(({ messages }) => messages.length)).toEqual([1, 3])
    expect(requests.every(({ tools }) => tools === given.port.tools)).toBe(true)
  })

  it('keep what the tool calls a failure apart from a refusal', async () => {
    const port = createScriptedPort({ fail: () => scriptedResult('no', true) })
    const { calls } = await takeTurns(asked('try'), settings([{ call: { tool: 'fail' } }, { say: 'it failed' }], { port }))
    expect(calls).toMatchObject([{ refusal: null, isError: true }])
  })

  it('end at the limit, without the calls of the last answer', async () => {
    const given = settings(Array.from({ length: 9 }, () => ({ call: look('door') })))
    const transcript = asked('look for ever')
    const error = await expectCode(takeTurns(transcript, given), 'turn_limit_reached')
    expect(error.details).toEqual({ limit: 4 })
    expect((given.port as ReturnType<typeof createScriptedPort>).seen).toHaveLength(3)
    expect(transcript.at(-1)).toMatchObject({ role: 'tool', refused: true, text: expect.stringContaining('turn_limit_reached') })
  })

  it('may be one', async () => {
    expect(await takeTurns(asked('hello'), settings([{ say: 'hello' }], { maxTurns: 1 }))).toMatchObject({ text: 'hello', turns: 1 })
  })
})

describe('a refused call', () => {
  it('is told to the model as its code, and the turns go on', async () => {
    const port = createScriptedPort({
      send: () => {
        throw new GovernedError('approval_required', { tool: 'send' }, { cause: new Error('secret of a server') })
      }
    })
    const transcript = asked('send it')
    const result = await takeTurns(transcript, settings([{ call: [{ tool: 'send' }, { tool: 'nowhere' }] }, { say: 'I may not' }], { port }))
    expect(result.calls.map(({ refusal }) => refusal)).toEqual(['approval_required', 'tool_not_published'])
    expect(transcript.slice(2, 4).map((message) => JSON.parse((message as { text: string }).text) as unknown)).toMatchObject([
      { code: 'approval_required', family: 'admission', details: { tool: 'send' } },
      { code: 'tool_not_published', details: {} }
    ])
    expect(JSON.stringify(transcript)).not.toContain('secret of a server')
  })

  it.each([
    ['by an exception that is none of ours', () => Promise.reject(new Error('secret of a server'))],
    ['by a result that cannot be shown', () => ({ ...scriptedResult(''), toModelText: () => { throw new Error('secret of a server') } })]
  ])('%s has an unknown outcome', async (_what, run) => {
    const transcript = asked('go')
    const { calls } = await takeTurns(transcript, settings([{ call: { tool: 'run' } }, { say: 'hm' }], { port: createScriptedPort({ run }) }))
    expect(calls).toMatchObject([{ refusal: 'outcome_unknown' }])
    expect(JSON.stringify(transcript)).not.toContain('secret of a server')
  })
})

describe('the calls of one answer', () => {
  it('run side by side within the bound, and keep their order', async () => {
    const starts: string[] = []
    const waiting = new Map<string, () => void>()
    const started = new EventEmitter()
    const port = createScriptedPort({
      look: async ({ at }) => {
        const name = String(at)
        starts.push(name)
        await new Promise<void>((resolve) => {
          waiting.set(name, resolve)
          started.emit(name)
        })
        return scriptedResult(name)
      }
    })
    const transcript = asked('look everywhere')
    const [second, third] = [once(started, 'b'), once(started, 'c')]
    const turns = takeTurns(transcript, settings([{ call: ['a', 'b', 'c'].map(look) }, { say: 'done' }], { port }))
    await second
    expect(starts).toEqual(['a', 'b'])
    waiting.get('b')?.()
    await third
    waiting.get('c')?.()
    waiting.get('a')?.()
    await turns
    expect(transcript.slice(2, 5).map((message) => (message as { text: string }).text)).toEqual(['a', 'b', 'c'].map((at) => `<untrusted>${at}</untrusted>`))
  })

  it('are made for the caller of the session, with the identifiers of the model where they are plain', async () => {
    const port = createScriptedPort({ look: () => scriptedResult('') })
    const model: ModelPort = {
      respond: async ({ messages }) =>
        messages.length > 1
          ? { text: 'done', toolCalls: [] }
          : { text: '', toolCalls: ['toolu_01A.b:c-d', 'not an identifier', 'x'.repeat(129)].map((id) => ({ id, name: 'look', arguments: {} })) }
    }
    await takeTurns(asked('look'), settings(model, { port, caller: { actor: 'user:alice', tenantId: 't1', runId: 'r1' } }))
    expect(port.seen.map(({ context: { actor, tenantId, runId, toolCallId } }) => [actor, tenantId, runId, toolCallId])).toEqual([
      ['user:alice', 't1', 'r1', 'toolu_01A.b:c-d'],
      ['user:alice', 't1', 'r1', undefined],
      ['user:alice', 't1', 'r1', undefined]
    ])
  })
})

describe('an abort', () => {
  it('ends a call in flight, tells the transcript, and rejects with the reason as the cause', async () => {
    const host = new AbortController()
    const reason = new Error('enough')
    const port = createScriptedPort({
      wait: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          const end = (): void => reject(new GovernedError('outcome_unknown', { because: 'connection_closed' }))
          signal?.addEventListener('abort', () => setImmediate(end), { once: true })
          host.abort(reason)
        })
    })
    const transcript = asked('wait')
    const error = await expectCode(takeTurns(transcript, settings([{ call: [{ tool: 'wait' }, { tool: 'wait' }, { tool: 'wait' }] }], { port, signal: host.signal, maxParallelCalls: 1 })), 'cancelled')
    expect(error.cause).toBe(reason)
    expect(port.seen).toHaveLength(1)
    expect(transcript.slice(2).map((message) => JSON.parse((message as { text: string }).text) as unknown)).toMatchObject([
      { code: 'outcome_unknown', details: { because: 'connection_closed' } },
      { code: 'cancelled' },
      { code: 'cancelled' }
    ])
  })

  it('leaves a call behind that does not heed it', async () => {
    const host = new AbortController()
    const port = createScriptedPort({ stubborn: () => (host.abort(), new Promise(() => {})) })
    const transcript = asked('wait')
    await expectCode(takeTurns(transcript, settings([{ call: { tool: 'stubborn' } }], { port, signal: host.signal })), 'cancelled')
    expect(transcript.at(-1)).toMatchObject({ refused: true, text: expect.stringContaining('outcome_unknown') })
  })

  it('ends a model that does not heed it', async () => {
    const host = new AbortController()
    const model: ModelPort = { respond: () => (host.abort(), new Promise(() => {})) }
    await expectCode(takeTurns(asked('think'), settings(model, { signal: host.signal })), 'cancelled')
  })

  it('before the first turn asks nobody', async () => {
    const model: ModelPort = { respond: () => Promise.reject(new Error('asked')) }
    await expectCode(takeTurns(asked('think'), settings(model, { signal: AbortSignal.abort() })), 'cancelled')
  })
})

describe('a model', () => {
  it('that throws has failed, and what it threw is the cause', async () => {
    const cause = new Error('overloaded')
    for (const respond of [() => Promise.reject(cause), () => { throw cause }]) {
      expect((await expectCode(takeTurns(asked('hello'), settings({ respond })), 'model_failed')).cause).toBe(cause)
    }
  })

  it.each([
    undefined,
    null,
    'text',
    [],
    {},
    { text: 1, toolCalls: [] },
    { text: '' },
    { text: '', toolCalls: {} },
    { text: '', toolCalls: [null] },
    { text: '', toolCalls: [{ id: '', name: 'look', arguments: {} }] },
    { text: '', toolCalls: [{ id: 'a', arguments: {} }] },
    { text: '', toolCalls: [{ id: 'a', name: 'look' }] },
    { text: '', toolCalls: [{ id: 'a', name: 'look', arguments: [] }] },
    { text: '', toolCalls: [{ id: 'a', name: 'look', arguments: '{}' }] },
    { text: '', toolCalls: [{ id: 'a', name: 'look', arguments: {} }, { id: 'a', name: 'look', arguments: {} }] }
  ])('that answers with %j has failed, and nothing was called', async (response) => {
    const port = createScriptedPort({ look: () => scriptedResult('') })
    const transcript = asked('hello')
    await expectCode(takeTurns(transcript, settings({ respond: async () => response as never }, { port })), 'model_failed')
    expect(port.seen).toEqual([])
    expect(transcript).toHaveLength(1)
  })
})

/** Answers of a model as they come: with text, calls that are known and not, and now and then something that is no answer. */
const ANSWER = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom('give', 'refuse', 'throw', 'hang', 'unknown', '__proto__'), { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant(null) }
)

describe('a transcript', () => {
  it('has one result for each call, in order, however the turns end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ANSWER, { maxLength: 6 }), fc.nat(20), fc.integer({ min: 1, max: 4 }), async (answers, abortAt, maxParallelCalls) => {
        const host = new AbortController()
        let happened = 0
        const happen = (): void => {
          happened += 1
          if (happened === abortAt) host.abort()
        }
        const port = createScriptedPort({
          give: () => (happen(), scriptedResult('given')),
          refuse: () => (happen(), Promise.reject(new GovernedError('policy_denied', { tool: 'refuse' }))),
          throw: () => (happen(), Promise.reject(new Error('thrown'))),
          hang: () => new Promise((_resolve, reject) => {
            happen()
            setImmediate(() => (host.abort(), reject(new GovernedError('outcome_unknown', { because: 'cancelled' }))))
          })
        })
        let turn = 0
        const model: ModelPort = {
          async respond() {
            happen()
            const names = turn < answers.length ? answers[turn] : []
            turn += 1
            return names === null || names === undefined ? ({} as never) : { text: '', toolCalls: names.map((name, index) => ({ id: `${turn}.${index}`, name, arguments: {} })) }
          }
        }
        const transcript = asked('go')
        const end = await takeTurns(transcript, settings(model, { port, signal: host.signal, maxParallelCalls })).then(() => 'text', (error: GovernedError) => error.code)
        expect(['text', 'model_failed', 'turn_limit_reached', 'cancelled']).toContain(end)
        const rest = transcript.slice(1)
        while (rest.length > 0) {
          const answer = rest.shift()
          if (answer?.role !== 'assistant') throw new Error(`${answer?.role} in place of an answer`)
          const results = rest.splice(0, answer.toolCalls.length)
          expect(results.map((message) => (message.role === 'tool' ? message.toolCallId : message.role))).toEqual(answer.toolCalls.map(({ id }) => id))
        }
        expect(transcript.at(-1)?.role === 'assistant').toBe(end === 'text')
      }),
      { numRuns: 300 }
    )
  })
})
