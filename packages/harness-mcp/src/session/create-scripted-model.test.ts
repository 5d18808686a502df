import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { createScriptedModel } from './create-scripted-model.ts'
import type { ModelMessage, ModelRequest } from './model-port.ts'
import type { ModelScriptStep } from './model-script.ts'

const request = (...messages: readonly ModelMessage[]): ModelRequest => ({ messages, tools: [], signal: new AbortController().signal })
const toolMessage = (text: string, refused: boolean = false): ModelMessage => ({ role: 'tool', toolCallId: '1', name: 't', text, refused })
const refusal = toolMessage('{"code":"policy_denied","details":{}}', true)
const found = toolMessage('three plants')

describe('a scripted model', () => {
  it('plays its steps in order, with an identifier per call', async () => {
    const model = createScriptedModel([{ call: { tool: 'a', arguments: { n: 1 } } }, { say: 'more', call: [{ tool: 'b' }, { tool: 'c' }] }, { say: 'done' }])
    expect(model.stepsLeft).toBe(3)
    expect(await model.respond(request())).toEqual({ text: '', toolCalls: [{ id: 'call-1-1', name: 'a', arguments: { n: 1 } }] })
    expect(await model.respond(request())).toEqual({
      text: 'more',
      toolCalls: [
        { id: 'call-2-1', name: 'b', arguments: {} },
        { id: 'call-2-2', name: 'c', arguments: {} }
      ]
    })
    expect(await model.respond(request())).toEqual({ text: 'done', toolCalls: [] })
    expect(model.stepsLeft).toBe(0)
  })

  it('fails after its last step', async () => {
    const model = createScriptedModel([])
    await expectCode(model.respond(request()), 'model_failed')
    expect(model.stepsLeft).toBe(0)
  })

  const expecting = (expect: NonNullable<ModelScriptStep['expect']>, ...messages: readonly ModelMessage[]): Promise<unknown> =>
    createScriptedModel([{ say: 'done', expect }]).respond(request({ role: 'user', text: 'plants' }, ...messages))

  it.each<[NonNullable<ModelScriptStep['expect']>, readonly ModelMessage[]]>([
    [{ refused: 'policy_denied' }, [found, refusal]],
    [{ refused: false, contains: 'plants' }, [refusal, found]],
    [{ contains: 'policy_denied' }, [refusal]],
    [[{ refused: 'policy_denied' }, { refused: false }], [found, refusal, found]],
    [[], []]
  ])('goes on where it saw what it expects: %j', async (expectation, messages) => {
    expect(await expecting(expectation, ...messages)).toMatchObject({ text: 'done' })
  })

  it.each<[NonNullable<ModelScriptStep['expect']>, readonly ModelMessage[]]>([
    [{ refused: 'policy_denied' }, [refusal, found]],
    [{ refused: 'approval_required' }, [refusal]],
    [{ refused: false }, [found, refusal]],
    [{ contains: 'animals' }, [found]],
    [{}, []],
    [[{ refused: false }, { refused: 'policy_denied' }], [refusal, found]],
    [[{}, {}], [found]]
  ])('fails where it expects %j and saw something else', async (expectation, messages) => {
    await expectCode(expecting(expectation, ...messages), 'model_failed')
  })
})
