import { PassThrough } from 'node:stream'
import type { JsonObject } from '@b10x/ports'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { examplePort, portOf, text } from '../__fixtures__/example-port.ts'
import { META } from '../__fixtures__/post.ts'
import { createToolServer } from '../create-tool-server.ts'
import type { ToolServer, ToolServerOptions, ToolSource } from '../tool-server.ts'
import { createLineReader } from './line-reader.ts'

type Message = JsonObject & { readonly id?: unknown; readonly method?: string; readonly result?: JsonObject; readonly error?: { readonly code: number; readonly data?: JsonObject } }

interface Peer {
  readonly server: ToolServer
  readonly over: Promise<void>
  write(line: string | Uint8Array): void
  ask(id: unknown, method: string, params?: JsonObject): void
  tell(method: string, params?: JsonObject): void
  /** The next message that was written. */
  next(): Promise<Message>
  end(): void
  /** Every line that was written and not read yet, once the session is over. */
  rest(): Promise<readonly string[]>
}

function serve(source: ToolSource, options: Partial<ToolServerOptions> = {}): Peer {
  const server = createToolServer(source, { name: 'example', version: '1.2.3', ...options })
  const input = new PassThrough()
  const output = new PassThrough()
  const over = server.serveStdio({ input, output }, { actor: 'user:alice', tenantId: 'acme' })
  const lines: string[] = []
  let wake: (() => void) | null = null
  let held = ''
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (held + chunk).split('\n')
    held = parts.pop() ?? ''
    lines.push(...parts)
    wake?.()
  })
  const write = (line: string | Uint8Array): void => {
    input.write(line)
    input.write('\n')
  }
  return {
    server,
    over,
    write,
    ask: (id, method, params = {}) => write(JSON.stringify({ jsonrpc: '2.0', id, method, params })),
    tell: (method, params = {}) => write(JSON.stringify({ jsonrpc: '2.0', method, params })),
    async next() {
      while (lines.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return JSON.parse(lines.shift() ?? '') as Message
    },
    end: () => input.end(),
    async rest() {
      await over
      expect(held).toBe('')
      return lines
    }
  }
}

const modern = (params: JsonObject = {}): JsonObject => ({ _meta: META, ...params })

describe('the opening exchange', () => {
  it('pins 2026-07-28', async () => {
    const peer = serve(examplePort())
    peer.ask(1, 'tools/list', modern())
    expect((await peer.next()).result).toMatchObject({ resultType: 'complete' })
    peer.ask(2, 'initialize', { protocolVersion: '2025-11-25' })
    expect((await peer.next()).error).toMatchObject({ code: -32022, data: { requested: '2025-11-25' } })
    peer.ask(3, 'tools/list', {})
    expect((await peer.next()).error?.code).toBe(-32602)
    peer.end()
    expect(await peer.rest()).toEqual([])
  })

  it('leaves the era open after discovery alone', async () => {
    const peer = serve(examplePort())
    peer.ask('a', 'server/discover', modern())
    expect((await peer.next()).result).toMatchObject({ capabilities: { tools: {} } })
    peer.ask('b', 'initialize', { protocolVersion: '2025-06-18', capabilities: {} })
    expect((await peer.next()).result).toMatchObject({ protocolVersion: '2025-06-18' })
    peer.tell('notifications/initialized')
    peer.ask('c', 'tools/call', { name: 'echo', arguments: { text: 'x' } })
    expect((await peer.next()).result).toEqual({ content: [text('x')] })
    peer.ask('d', 'server/discover', modern())
    expect((await peer.next()).error?.code).toBe(-32601)
    peer.end()
    expect(await peer.rest()).toEqual([])
  })

  it('answers discovery without what it demands in its own era', async () => {
    const peer = serve(examplePort())
    peer.ask(1, 'server/discover')
    expect((await peer.next()).error?.code).toBe(-32602)
    peer.ask(2, 'tools/list')
    expect((await peer.next()).result).toHaveProperty('tools')
    peer.end()
    await peer.rest()
  })
})

describe('a call over stdio', () => {
  it('is made on behalf of whom the host says, and mirrors nothing', async () => {
    const port = examplePort()
    const peer = serve(port)
    peer.ask('1', 'tools/call', modern({ name: 'region', arguments: { region: 'eu' } }))
    expect((await peer.next()).result).toMatchObject({ content: [text('done')] })
    expect(port.calls[0]?.context).toMatchObject({ actor: 'user:alice', tenantId: 'acme', toolCallId: '1' })
    peer.end()
    await peer.over
  })

  it.each([
    ['2026-07-28', META],
    ['2025-11-25', {}]
  ])('tells of its progress in %s', async (_revision, meta) => {
    const peer = serve(examplePort())
    peer.ask(1, 'tools/call', { name: 'progress', _meta: { ...meta, progressToken: 4 } })
    for (const progress of [1, 2, 3]) {
      expect(await peer.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 4, progress, total: 3 } })
    }
    expect((await peer.next()).id).toBe(1)
    peer.end()
    await peer.over
  })

  it.each([
    ['2026-07-28', META],
    ['2025-11-25', {}]
  ])('is cancelled by a notification in %s, and then not answered', async (_revision, meta) => {
    const port = examplePort()
    const peer = serve(port)
    peer.ask('w', 'tools/call', { name: 'wait', _meta: meta })
    await port.waiting.started
    for (const requestId of ['other', 1, null]) peer.tell('notifications/cancelled', { requestId })
    peer.tell('notifications/cancelled', { requestId: 'w' })
    expect(await port.waiting.aborted).toMatchObject({ code: 'cancelled' })
    peer.ask('after', 'tools/call', { name: 'echo', arguments: { text: 'x' }, _meta: meta })
    expect((await peer.next()).id).toBe('after')
    peer.end()
    expect(await peer.rest()).toEqual([])
  })

  it('has an id of its own while it waits (M-11)', async () => {
    const port = examplePort()
    const peer = serve(port)
    peer.ask(1, 'tools/call', modern({ name: 'wait' }))
    await port.waiting.started
    peer.ask(1, 'tools/call', modern({ name: 'echo', arguments: { text: 'x' } }))
    const refusal = await peer.next()
    expect(refusal).not.toHaveProperty('id')
    expect(refusal.error?.code).toBe(-32600)
    // Another type is another id.
    peer.ask('1', 'tools/call', modern({ name: 'echo', arguments: { text: 'x' } }))
    expect((await peer.next()).id).toBe('1')
    port.waiting.finish()
    expect((await peer.next()).id).toBe(1)
    peer.ask(1, 'tools/call', modern({ name: 'echo', arguments: { text: 'x' } }))
    expect((await peer.next()).id).toBe(1)
    peer.end()
    expect(await peer.rest()).toEqual([])
    expect(port.calls.map(({ name }) => name)).toEqual(['wait', 'echo', 'echo'])
  })

  it('is answered although the input ended', async () => {
    const port = examplePort()
    const peer = serve(port)
    peer.ask(1, 'tools/call', modern({ name: 'wait' }))
    await port.waiting.started
    peer.end()
    port.waiting.finish()
    const lines = await peer.rest()
    expect(lines.map((line) => JSON.parse(line) as Message)).toMatchObject([{ id: 1, result: { content: [text('waited')] } }])
  })

  it('is cancelled some time after the input ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const port = examplePort()
      const peer = serve(port)
      peer.ask(1, 'tools/call', modern({ name: 'wait' }))
      const { signal } = await port.waiting.started
      peer.end()
      await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(9_999)
      expect(signal?.aborted).toBe(false)
      vi.advanceTimersByTime(1)
      expect(signal?.aborted).toBe(true)
      expect(await peer.rest()).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not read while its client does not read', async () => {
    const port = portOf({ large: { run: () => [text('x'.repeat(100_000))] } })
    const server = createToolServer(port, { name: 'example', version: '1.2.3' })
    const input = new PassThrough()
    const output = new PassThrough()
    const over = server.serveStdio({ input, output })
    for (let id = 0; id < 50; id += 1) {
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: modern({ name: 'large' }) })}\n`)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(port.calls.length).toBeLessThan(5)
    input.end()
    let lines = 0
    for await (const chunk of output.setEncoding('utf8')) {
      lines += String(chunk).split('\n').length - 1
      if (lines === 50) break
    }
    await over
    expect(port.calls).toHaveLength(50)
  })

  it('is finished by a server that closes, which takes no other', async () => {
    const port = examplePort()
    const peer = serve(port)
    peer.ask(1, 'tools/call', modern({ name: 'wait' }))
    await port.waiting.started
    const closing = peer.server.close()
    peer.ask(2, 'tools/list', modern())
    port.waiting.finish()
    await closing
    expect(await peer.rest()).toHaveLength(1)
  })
})

describe('a change of the tools', () => {
  const source = (): { readonly listeners: Set<() => void>; readonly changes: NonNullable<ToolServerOptions['changes']> } => {
    const listeners = new Set<() => void>()
    return { listeners, changes: (listener) => (listeners.add(listener), () => listeners.delete(listener)) }
  }

  it('reaches a subscription until it is cancelled', async () => {
    const port = examplePort()
    const { listeners, changes } = source()
    const peer = serve(() => port, { changes })
    peer.ask('s', 'subscriptions/listen', modern({ notifications: { toolsListChanged: true } }))
    const meta = { _meta: { 'io.modelcontextprotocol/subscriptionId': 's' } }
    expect(await peer.next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged', params: { ...meta, notifications: { toolsListChanged: true } } })
    for (const listener of listeners) listener()
    expect(await peer.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: meta })
    peer.tell('notifications/cancelled', { requestId: 's' })
    peer.ask(2, 'tools/list', modern())
    expect((await peer.next()).id).toBe(2)
    expect(listeners.size).toBe(0)
    peer.end()
    expect(await peer.rest()).toEqual([])
  })

  it('is told to an older client that shook hands', async () => {
    const port = examplePort()
    const { listeners, changes } = source()
    const peer = serve(() => port, { changes })
    peer.ask(1, 'initialize', { protocolVersion: '2025-11-25' })
    expect((await peer.next()).result).toMatchObject({ capabilities: { tools: { listChanged: true } } })
    expect(listeners.size).toBe(0)
    peer.tell('notifications/initialized')
    peer.ask(2, 'ping')
    await peer.next()
    for (const listener of listeners) listener()
    expect(await peer.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    peer.end()
    await peer.over
    expect(listeners.size).toBe(0)
  })

  it('keeps no session open', async () => {
    const port = examplePort()
    const { changes } = source()
    const peer = serve(() => port, { changes })
    peer.ask('s', 'subscriptions/listen', modern({ notifications: { toolsListChanged: true } }))
    await peer.next()
    peer.end()
    // It ends without an answer: nobody is there to read it.
    expect(await peer.rest()).toEqual([])
  })
})

describe('lines', () => {
  it('are refused where they are no messages, and the next is read', async () => {
    const peer = serve(examplePort(), { bounds: { maxRequestBytes: 256 } })
    const refused: [string | Uint8Array, number][] = [
      ['{', -32700],
      [new Uint8Array([0xff]), -32700],
      ['[]', -32600],
      ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
      ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32600],
      ['x'.repeat(1_000), -32600]
    ]
    for (const [line, code] of refused) {
      peer.write(line)
      const { id, error } = await peer.next()
      expect({ id, code: error?.code }).toEqual({ id: undefined, code })
    }
    peer.write('')
    peer.write('{"jsonrpc":"2.0","id":5,"result":{}}')
    peer.write('{"jsonrpc":"2.0","id":6,"method":"ping"}\r')
    expect(await peer.next()).toEqual({ jsonrpc: '2.0', id: 6, result: {} })
    peer.end()
    expect(await peer.rest()).toEqual([])
  })

  it('are the same however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 })), fc.array(fc.nat(20)), fc.integer({ min: 1, max: 16 }), (given, cuts, limit) => {
        const bytes = Buffer.from(given.map((line) => `${line.replaceAll(/[\r\n]/g, ' ')}\n`).join(''))
        const seen: string[] = []
        const reader = createLineReader(limit, { line: (line) => seen.push(line.toString()), tooLong: () => seen.push('too long') })
        let at = 0
        for (const cut of cuts) {
          reader.push(bytes.subarray(at, at + cut))
          at += cut
        }
        reader.push(bytes.subarray(at))
        expect(seen).toEqual(given.map((line) => line.replaceAll(/[\r\n]/g, ' ')).map((line) => (Buffer.byteLength(line) > limit ? 'too long' : Buffer.from(line).toString())))
      }),
      { numRuns: 500 }
    )
  })

  it('answer every request once, whatever its id and wherever the stream is cut', async () => {
    const ids = fc.uniqueArray(fc.oneof(fc.string({ maxLength: 8 }), fc.integer()), { selector: (id) => JSON.stringify(id), maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(ids, async (given) => {
        const peer = serve(portOf({ echo: {} }))
        for (const id of given) peer.ask(id, 'tools/call', modern({ name: 'echo' }))
        peer.end()
        const answered = (await peer.rest()).map((line) => (JSON.parse(line) as Message).id)
        const sorted = (list: readonly unknown[]): string[] => list.map((id) => JSON.stringify(id)).toSorted()
        expect(sorted(answered)).toEqual(sorted(given))
      }),
      { numRuns: 50 }
    )
  })
})
