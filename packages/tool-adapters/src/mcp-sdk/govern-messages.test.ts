// What no `Client` and no server of the SDK does: forged answers, failing sends, messages that no SDK writes.
import { parseSnapshot, serializeSnapshot } from '@b10x/mcp-foundation'
import type { ToolSnapshot } from '@b10x/mcp-foundation'
import { expectCode, expectThrownCode, startHttpServer, tool } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { reviewServer } from '../__fixtures__/review-server.ts'
import { governedTransport } from '../mcp-sdk.ts'
import type { GovernedTransportOptions, SdkMessage, SdkTransport, TransportDrift } from '../mcp-sdk.ts'

const REVISION = '2025-11-25'
const T = tool('t', { inputSchema: { type: 'object', properties: { n: { type: 'number' } } } })

async function review(...tools: Record<string, unknown>[]): Promise<ToolSnapshot> {
  await using server = await startHttpServer({ tools })
  return await reviewServer(server, REVISION)
}

/** A transport by hand: what was sent, and a way to let anything arrive. */
class ScriptedTransport implements SdkTransport {
  readonly sent: SdkMessage[] = []
  failWith: Error | null = null
  protocolVersion: string | undefined
  readonly #secret = 'held by the instance'
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: SdkMessage, extra?: unknown) => void

  async start(): Promise<void> {}

  async send(message: SdkMessage): Promise<void> {
    this.sent.push(message)
    if (this.failWith !== null) throw this.failWith
  }

  async close(): Promise<void> {
    this.onclose?.()
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version
  }

  readSecret(): string {
    return this.#secret
  }

  methods(): unknown[] {
    return this.sent.map(({ method }) => method)
  }

  /** Answers the latest `tools/list`. */
  answerListing(...tools: unknown[]): void {
    this.onmessage?.({ jsonrpc: '2.0', id: this.sent.findLast(({ method }) => method === 'tools/list')?.id, result: { tools } })
  }
}

interface Wrapped {
  readonly inner: ScriptedTransport
  readonly outer: ScriptedTransport
  readonly received: SdkMessage[]
  readonly errors: Error[]
  readonly drifts: TransportDrift[]
}

async function wrap(options?: Partial<GovernedTransportOptions>): Promise<Wrapped> {
  const inner = new ScriptedTransport()
  const drifts: TransportDrift[] = []
  const chosen = options ?? { snapshot: await review(T) }
  const outer = governedTransport(inner, { onDrift: (drift) => drifts.push(drift), ...chosen } as GovernedTransportOptions)
  const received: SdkMessage[] = []
  const errors: Error[] = []
  outer.onmessage = (message) => received.push(message)
  outer.onerror = (error) => errors.push(error)
  outer.setProtocolVersion(REVISION)
  return { inner, outer, received, errors, drifts }
}

const call = (id: number, args: unknown = {}): SdkMessage => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 't', arguments: args } })
const list = (id: number): SdkMessage => ({ jsonrpc: '2.0', id, method: 'tools/list' })

describe('a server', () => {
  it.each([1, '1'])('cannot answer a request that it was not sent: %o', async (forged) => {
    const { inner, outer, received } = await wrap()
    const listed = outer.send(list(1))
    inner.onmessage?.({ jsonrpc: '2.0', id: forged, result: { tools: [tool('evil')] } })
    expect(received).toEqual([])
    inner.answerListing(T)
    await listed
    expect(received).toEqual([{ jsonrpc: '2.0', id: 1, result: { tools: [T] } }])
  })

  it('answers the listings of the wrapper and nobody hears of it, late or not', async () => {
    const { inner, outer, received } = await wrap()
    const sent = outer.send(call(1))
    const id = inner.sent[0]?.id
    inner.answerListing(T)
    await sent
    inner.onmessage?.({ jsonrpc: '2.0', id, result: { tools: [] } })
    expect(inner.methods()).toEqual(['tools/list', 'tools/call'])
    inner.onmessage?.({ jsonrpc: '2.0', id: 1, result: { content: [] } })
    expect(received).toEqual([{ jsonrpc: '2.0', id: 1, result: { content: [] } }])
  })

  it('says that its tools changed, and the Client does not hear it', async () => {
    const { inner, received, drifts } = await wrap()
    inner.onmessage?.({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    inner.onmessage?.({ jsonrpc: '2.0', method: 'notifications/message', params: {} })
    expect(drifts).toEqual([{ kind: 'suspected' }])
    expect(received).toEqual([{ jsonrpc: '2.0', method: 'notifications/message', params: {} }])
  })

  it.each([
    ['no tools', { resultType: 'complete' }],
    ['input wanted', { resultType: 'input_required', tools: [T] }],
    ['a cursor that is none', { tools: [T], nextCursor: 7 }],
    ['a number that JSON has not', { tools: [{ ...T, minimum: Infinity }] }]
  ])('lists in another form: %s', async (_title, page) => {
    const { inner, outer, received } = await wrap()
    const listed = outer.send(list(1))
    inner.onmessage?.({ jsonrpc: '2.0', id: inner.sent[0]?.id, result: page })
    await listed
    expect(received).toMatchObject([{ id: 1, error: { code: -32603, data: { code: 'response_invalid' } } }])
  })

  it('lists nested deeper than the stack', async () => {
    const { inner, outer, received } = await wrap()
    const listed = outer.send(list(1))
    inner.answerListing({ ...T, deep: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown })
    await listed
    expect(received).toMatchObject([{ error: { data: { code: 'bound_exceeded', details: { bound: 'maxJsonDepth' } } } }])
  })

  it('does not list in time', async () => {
    const { inner, outer, received } = await wrap({ snapshot: await review(T), bounds: { connectDeadlineMs: 1 } })
    await outer.send(list(1))
    expect(received).toMatchObject([{ id: 1, error: { data: { code: 'deadline_exceeded', details: { bound: 'connectDeadlineMs', limit: 1 } } } }])
    expect(inner.methods()).toEqual(['tools/list', 'notifications/cancelled'])
  })
})

describe('a Client', () => {
  it('sends what was judged, whatever its object does meanwhile', async () => {
    const { inner, outer } = await wrap()
    const args: Record<string, unknown> = { n: 1 }
    const sent = outer.send(call(1, args))
    args['n'] = 'changed'
    inner.answerListing(T)
    await sent
    expect(inner.sent[1]).toEqual(call(1, { n: 1 }))
  })

  it.each([
    ['a list', [1], 'not_an_object'],
    ['null', null, 'not_an_object'],
    ['a big integer', { n: 1n }, 'not_json'],
    ['an object that writes itself as another', { toJSON: () => 'text' }, 'not_an_object']
  ])('is refused arguments that are no object: %s', async (_title, args, reason) => {
    const { inner, outer, received } = await wrap()
    await outer.send(call(1, args))
    expect(received).toMatchObject([{ id: 1, error: { code: -32602, data: { code: 'arguments_invalid', details: { reason } } } }])
    expect(inner.sent).toEqual([])
  })

  it('is refused arguments that go deeper than the bound', async () => {
    const { outer, received } = await wrap({ snapshot: await review(T), bounds: { maxJsonDepth: 2 } })
    await outer.send(call(1, { a: [[]] }))
    expect(received).toMatchObject([{ error: { data: { code: 'bound_exceeded', details: { bound: 'maxJsonDepth' } } } }])
  })

  it('gets what its transport failed with as it is', async () => {
    const { inner, outer, received } = await wrap()
    inner.failWith = new Error('401')
    await expect(outer.send(call(1))).rejects.toBe(inner.failWith)
    await expect(outer.send(list(2))).rejects.toBe(inner.failWith)
    expect(received).toEqual([])
  })

  it('cannot hide a call from the review', async () => {
    const { inner, outer } = await wrap()
    await expect(outer.send([call(1)] as unknown as SdkMessage)).rejects.toThrow(TypeError)
    await expect(outer.send({ jsonrpc: '2.0', method: 'tools/call', params: { name: 't' } })).rejects.toThrow(TypeError)
    expect(inner.sent).toEqual([])
  })

  it('hears nothing more once the transport has closed', async () => {
    const { inner, outer, received } = await wrap()
    let closed = 0
    outer.onclose = () => (closed += 1)
    const pending = outer.send(call(1))
    await outer.close()
    await pending
    await outer.send(list(2))
    expect([closed, received, inner.methods()]).toEqual([1, [], ['tools/list']])
  })

  it('gets copies, so that it cannot change what calls are judged by', async () => {
    const { inner, outer, received } = await wrap()
    for (const id of [1, 2]) {
      const listed = outer.send(list(id))
      inner.answerListing(T)
      await listed
      const [descriptor] = (received[id - 1] as { result: { tools: { name: string }[] } }).result.tools
      expect(descriptor).toEqual(T)
      Object.assign(descriptor ?? {}, { name: 'other' })
    }
  })

  it('is not disturbed by a host that fails to hear of drift', async () => {
    const inner = new ScriptedTransport()
    const failure = new Error('of the host')
    const outer = governedTransport(inner, {
      snapshot: await review(T),
      onDrift: () => {
        throw failure
      }
    })
    const errors: Error[] = []
    outer.onerror = (error) => errors.push(error)
    inner.onmessage?.({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    expect(errors).toEqual([failure])
  })
})

describe('the wrapper', () => {
  it('is the transport that it wraps, in everything else', async () => {
    const { inner, outer } = await wrap()
    expect(outer).toBeInstanceOf(ScriptedTransport)
    expect(outer.readSecret()).toBe('held by the instance')
    expect(inner.protocolVersion).toBe(REVISION)
    const { start } = outer
    let replaced = 0
    outer.start = async () => void (replaced += 1)
    await outer.start()
    outer.start = start
    await outer.start()
    expect(replaced).toBe(1)
    inner.onerror?.(new Error('of the transport'))
    await outer.send({ jsonrpc: '2.0', id: 5, method: 'ping' })
    expect(inner.methods()).toEqual(['ping'])
  })

  it('knows the revision of a session that is taken up again', async () => {
    const inner = new ScriptedTransport()
    inner.protocolVersion = REVISION
    const outer = governedTransport(inner, { snapshot: await review(T) })
    const sent = outer.send(call(1))
    inner.answerListing(T)
    await sent
    expect(inner.methods()).toEqual(['tools/list', 'tools/call'])
  })

  it('keeps handlers that were set before', async () => {
    const inner = new ScriptedTransport()
    const received: SdkMessage[] = []
    const handler = (message: SdkMessage): void => void received.push(message)
    inner.onmessage = handler
    const outer = governedTransport(inner, { snapshot: await review(T) })
    expect(outer.onmessage).toBe(handler)
    inner.onmessage?.({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
    expect(received).toHaveLength(1)
  })

  it('refuses options that review nothing', async () => {
    const snapshot = await review(T, tool('bad', { title: null }))
    const exact = await review(JSON.parse('{"name":"e","inputSchema":{"type":"object"}}') as Record<string, unknown>)
    const wrapWith = (options: unknown) => () => governedTransport(new ScriptedTransport(), options as GovernedTransportOptions)
    expect(expectThrownCode(wrapWith({}), 'option_invalid').details).toEqual({ option: 'snapshot', reason: 'snapshot_or_profile' })
    expect(expectThrownCode(wrapWith({ snapshot, profile: { snapshot, document: { tools: [] } } }), 'option_invalid').details['reason']).toBe('snapshot_or_profile')
    expect(expectThrownCode(wrapWith({ snapshot: JSON.parse(serializeSnapshot(exact)) as unknown }), 'option_invalid').details['reason']).toBe('not_parsed')
    expect(expectThrownCode(wrapWith({ snapshot, tools: ['t', 'none'] }), 'tool_not_found').details).toEqual({ tool: 'none' })
    expect(expectThrownCode(wrapWith({ snapshot, tools: ['bad'] }), 'tool_invalid').details).toEqual({ tool: 'bad', reason: 'title_invalid' })
    expect(expectThrownCode(wrapWith({ snapshot, bounds: { maxTools: 0 } }), 'bounds_invalid').details['bound']).toBe('maxTools')
  })

  it('refuses a review that holds numbers which the SDK rounds', async () => {
    await using server = await startHttpServer({ tools: ['{"name":"t","inputSchema":{"type":"object"},"x":[9007199254740993]}'] })
    const snapshot = await reviewServer(server, REVISION)
    expect(expectThrownCode(() => governedTransport(new ScriptedTransport(), { snapshot }), 'option_invalid').details).toEqual({ option: 'snapshot', reason: 'exact_number' })
  })

  it('takes the bytes of a file only through the reader that checks digests', async () => {
    const file = serializeSnapshot(await review(T))
    await expectCode(async () => governedTransport(new ScriptedTransport(), { snapshot: parseSnapshot(file.replace('"number"', '"string"')) }), 'snapshot_digest_mismatch')
  })
})
