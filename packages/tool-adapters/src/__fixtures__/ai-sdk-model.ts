import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'

type Generate = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>
type Content = Generate['content'][number]
type Streamed = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

/** What the model says, or the calls that it asks for. A call is a name and arguments; arguments as text go out as they are. */
export type ModelStep = string | readonly (readonly [name: string, args: unknown])[]

export interface ScriptedAiModel extends MockLanguageModelV4 {
  /** Outputs of tools in the latest prompt, in order. */
  seen(): readonly unknown[]
  /** The typed refusals among them. */
  refusals(): readonly unknown[]
}

const usage: Generate['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 }
}

/** A model of the SDK's own test kit that plays the steps, one per request, streamed or not. */
export function scriptedAiModel(...steps: readonly ModelStep[]): ScriptedAiModel {
  let asked = 0
  const next = (): Pick<Generate, 'content' | 'finishReason'> => {
    const number = (asked += 1)
    const step = steps[number - 1] ?? 'nothing more'
    return { content: contentOf(step, number), finishReason: { unified: typeof step === 'string' ? 'stop' : 'tool-calls', raw: undefined } }
  }
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({ ...next(), usage, warnings: [] }),
    doStream: async () => {
      const { content, finishReason } = next()
      return { stream: convertArrayToReadableStream<Streamed>([...content.flatMap(partsOf), { type: 'finish', finishReason, usage }]) }
    }
  })
  const seen = (): readonly unknown[] => {
    const prompt = [...model.doGenerateCalls, ...model.doStreamCalls].at(-1)?.prompt ?? []
    return prompt.flatMap((message) => (message.role === 'tool' ? message.content : [])).flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))
  }
  return Object.assign(model, {
    seen,
    refusals: () => seen().flatMap((output) => {
      const { type, value } = output as { readonly type: string; readonly value?: string }
      return type === 'error-text' && value?.startsWith('{') === true ? [JSON.parse(value) as unknown] : []
    })
  })
}

function contentOf(step: ModelStep, number: number): Content[] {
  if (typeof step === 'string') return [{ type: 'text', text: step }]
  return step.map(([toolName, args], index) => {
    const input = typeof args === 'string' ? args : JSON.stringify(args)
    return { type: 'tool-call', toolCallId: `call-${number}-${index}`, toolName, input }
  })
}

function partsOf(part: Content): Streamed[] {
  if (part.type !== 'text') return [part as Streamed]
  return [{ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: part.text }, { type: 'text-end', id: 't' }]
}
