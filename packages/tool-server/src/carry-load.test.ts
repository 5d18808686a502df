// Many calls: none lost, none answered or run twice, and nothing of them kept. The same at length is a case of the bench.
import { Agent, request } from 'node:http'
import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { JsonObject } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { portOf, text } from './__fixtures__/example-port.ts'
import { BOTH_TYPES, META } from './__fixtures__/post.ts'
import { startServer } from './__fixtures__/start-server.ts'
import { createToolServer } from './create-tool-server.ts'
import type { ToolServer } from './tool-server.ts'

const CALLS = 10_000
const CONCURRENCY = 32
const PATIENCE_MS = 120_000
const BOUNDS = { maxCallsPerWindow: 1_000_000 } as const
const ERAS = ['2026-07-28', '2025-11-25'] as const
type Era = (typeof ERAS)[number]

/** Answers with its number, after the event loop went on where the number is odd: answers overtake each other. */
function numberPort(ran: (number: number) => void): ReturnType<typeof portOf> {
  return portOf({
    number: {
      inputSchema: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
      async run({ number }) {
        if (Number(number) % 2 === 1) await new Promise((resolve) => setImmediate(resolve))
        ran(Number(number))
        return [text(`number ${String(number)}`)]
      }
    }
  })
}

function callText(era: Era, number: number): string {
  const params = { name: 'number', arguments: { number }, ...(era === '2026-07-28' ? { _meta: META } : {}) }
  return JSON.stringify({ jsonrpc: '2.0', id: `call-${number}`, method: 'tools/call', params })
}

interface Answer {
  readonly id: string
  readonly result: JsonObject
}

/** How often each number was seen. */
function countNumbers(): { add(number: number): void; readonly counts: Uint8Array } {
  const counts = new Uint8Array(CALLS)
  return { counts, add: (number) => void (counts[number] = (counts[number] ?? 0) + 1) }
}

const eraOf = (number: number): Era => (number % 4 < 2 ? '2026-07-28' : '2025-11-25')
const EACH_ONCE = new Uint8Array(CALLS).fill(1)

/** The answer has to be that of its own call. */
function numberOf({ id, result }: Answer): number {
  const number = Number(id.slice('call-'.length))
  const { text: said } = (result['content'] as readonly { readonly text: string }[])[0] ?? { text: '' }
  if (said !== `number ${number}`) throw new Error(`${id} was answered ${said}`)
  return number
}

/** Calls `0` to `count - 1`, so many at a time. */
async function callAll(count: number, callOne: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const walk = async (): Promise<void> => {
    while (next < count) {
      const number = next
      next += 1
      await callOne(number)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, walk))
}

function post(url: string, agent: Agent, era: Era, number: number): Promise<Answer> {
  const modern = era === '2026-07-28' ? { 'mcp-method': 'tools/call', 'mcp-name': 'number' } : {}
  const headers = { 'content-type': 'application/json', accept: BOTH_TYPES, 'mcp-protocol-version': era, ...modern }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.once('end', () => resolve(JSON.parse(body) as Answer)).once('error', reject)
    })
    sent.once('error', reject)
    sent.end(callText(era, number))
  })
}

/** A session over streams; `call` resolves with the answer to it. */
function openStreams(server: ToolServer): { call(era: Era, number: number): Promise<Answer>; readonly unasked: () => number; close(): Promise<void> } {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const over = server.serveStdio({ input, output })
  const waiting = new Map<string, (answer: Answer) => void>()
  let unasked = 0
  createInterface({ input: output }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer
    const resolve = waiting.get(answer.id)
    if (resolve === undefined) unasked += 1
    waiting.delete(answer.id)
    resolve?.(answer)
  })
  return {
    call: (era, number) =>
      new Promise((resolve) => {
        waiting.set(`call-${number}`, resolve)
        input.write(`${callText(era, number)}\n`)
      }),
    unasked: () => unasked,
    async close() {
      input.end()
      await over
    }
  }
}

describe(`${CALLS} calls, ${CONCURRENCY} at a time`, () => {
  it('run once and are answered once over HTTP, both eras at once', { timeout: PATIENCE_MS }, async () => {
    const [ran, answered] = [countNumbers(), countNumbers()]
    await using started = await startServer(numberPort(ran.add), { bounds: BOUNDS })
    const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
    try {
      await callAll(CALLS, async (number) => answered.add(numberOf(await post(started.url, agent, eraOf(number), number))))
    } finally {
      agent.destroy()
    }
    expect(ran.counts).toEqual(EACH_ONCE)
    expect(answered.counts).toEqual(EACH_ONCE)
  })

  it.each(ERAS)('run once and are answered once over a pair of streams, %s', { timeout: PATIENCE_MS }, async (era) => {
    const [ran, answered] = [countNumbers(), countNumbers()]
    const session = openStreams(createToolServer(numberPort(ran.add), { name: 'example', version: '1.0.0', bounds: BOUNDS }))
    await callAll(CALLS, async (number) => answered.add(numberOf(await session.call(era, number))))
    await session.close()
    expect(ran.counts).toEqual(EACH_ONCE)
    expect(answered.counts).toEqual(EACH_ONCE)
    expect(session.unasked()).toBe(0)
  })
})

describe('memory after many calls', () => {
  const MIB = 1024 * 1024
  /** A call that is kept costs more than the hundred bytes that this allows. */
  const GROWTH_MIB = 1

  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void

  async function liveBytes(): Promise<number> {
    for (let round = 0; round < 3; round += 1) {
      collect()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return process.memoryUsage().heapUsed
  }

  it.each(ERAS)('is what it was before them, %s', { timeout: PATIENCE_MS }, async (era) => {
    // The example port keeps every call, which is what is looked for here.
    const port = numberPort(() => undefined)
    const forgetful = { ...port, callTool: async (...call: Parameters<typeof port.callTool>) => port.callTool(...call).finally(() => void (port.calls.length = 0)) }
    const session = openStreams(createToolServer(forgetful, { name: 'example', version: '1.0.0', bounds: BOUNDS }))
    const run = (): Promise<void> => callAll(CALLS, async (number) => void numberOf(await session.call(era, number)))
    await run()
    const before = await liveBytes()
    await run()
    expect((await liveBytes()) - before).toBeLessThan(GROWTH_MIB * MIB)
    await session.close()
  })
})
