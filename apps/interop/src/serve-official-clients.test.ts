// Our server under the official clients: both generations, both eras, both transports.
import { EFFECT_FACTS } from '@b10x/ports'
import { createToolServer, listen } from '@b10x/tool-server'
import type { Listening } from '@b10x/tool-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OFFICIAL_CLIENTS } from './official-clients/official-callers.ts'
import type { Caller } from './official-clients/official-callers.ts'
import { createServedTools, SECRET } from './official-clients/served-tools.ts'
import { integerAsWritten, UNSAFE_INTEGER } from './peers/tool-work.ts'

// Each start on stdio is a whole Node process, on a machine that may be busy with others.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const DESCRIPTORS = createServedTools().tools.map(({ name, description, inputSchema, outputSchema, effect = 'none' }) => ({
  name, description, inputSchema, ...(outputSchema === undefined ? {} : { outputSchema }), annotations: EFFECT_FACTS[effect].annotations
}))

const text = (said: string): unknown[] => [{ type: 'text', text: said }]

describe.each(OFFICIAL_CLIENTS)('$name', ({ speaks, over, open }) => {
  let listening: Listening | null = null
  let caller: Caller

  beforeAll(async () => {
    if (over === 'http') {
      listening = await listen(createToolServer(createServedTools(), { name: 'interop', version: '1.0.0', instructions: 'Ask for one thing at a time.' }))
    }
    caller = await open(listening?.url ?? '')
  })

  afterAll(async () => {
    await caller?.close()
    await listening?.close()
  })

  it('agrees on the revision, and reads the instructions', () => {
    // The older client does not say on stdio what it agreed on.
    expect([speaks, undefined]).toContain(caller.revision)
    expect(caller.instructions()).toBe('Ask for one thing at a time.')
  })

  it('lists every descriptor as it was published', async () => {
    expect(await caller.list()).toEqual(DESCRIPTORS)
  })

  it.each(['Grüße, Ada', '東京 🗼', '\u2028\u2029\u0000\ud83d', '"\\\n</tool>', 'x'.repeat(4_000)])('carries the text %j there and back', async (said) => {
    expect(await caller.call('echo', { text: said })).toMatchObject({ content: text(said) })
  })

  it('carries an integer beyond 2^53 there and back', async () => {
    const { content, structuredContent } = await caller.call('exact', { value: integerAsWritten(UNSAFE_INTEGER) })
    expect(content).toEqual(text(UNSAFE_INTEGER))
    // What these clients read is a double.
    expect(structuredContent).toEqual({ value: Number(UNSAFE_INTEGER) })
  })

  it('hands on that a tool says it failed', async () => {
    expect(await caller.call('refuse')).toMatchObject({ isError: true, content: text('Refused.') })
  })

  it('says nothing of what a tool threw', async () => {
    const result = await caller.call('crash')
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result)).not.toContain(SECRET)
  })

  it('refuses arguments that do not fit, in words that a model can act on', async () => {
    const result = await caller.call('echo', { text: 7 })
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain('/text')
  })

  it('refuses a tool that is not there', async () => {
    await expect(caller.call('no_such_tool')).rejects.toMatchObject({ code: -32602 })
  })

  it('reports progress while the call runs', async () => {
    const seen: unknown[] = []
    // These clients drop progress that arrives together with the answer, so the answer waits.
    const onprogress = ({ progress, total }: { readonly progress: number; readonly total?: number | undefined }): void => {
      if (seen.push([progress, total]) === 3) void caller.call('proceed')
    }
    expect(await caller.call('count', { steps: 3 }, { onprogress })).toMatchObject({ content: text('Counted to 3.') })
    expect(seen).toEqual([[1, 3], [2, 3], [3, 3]])
  })

  it('hears that a call is cancelled', async () => {
    const stop = new AbortController()
    const call = caller.call('hold', {}, { signal: stop.signal, onprogress: () => stop.abort() })
    await expect(call).rejects.toThrow()
    expect(await caller.call('aborts')).toMatchObject({ content: text('1') })
  })

  it('carries a large result whole, and refuses one over the bound', async () => {
    expect(await caller.call('fill', { characters: 500_000 })).toMatchObject({ content: text('é'.repeat(500_000)) })
    const refused = await caller.call('fill', { characters: 600_000 })
    expect(refused.isError).toBe(true)
    expect(JSON.stringify(refused).length).toBeLessThan(2_000)
  })

  it('answers each of many calls with its own answer', async () => {
    const asked = Array.from({ length: 32 }, (_, index) => `call ${index}`)
    const answers = await Promise.all(asked.map((said) => caller.call('echo', { text: said })))
    expect(answers.map(({ content }) => content)).toEqual(asked.map((said) => text(said)))
  })
})
