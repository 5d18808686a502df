import { getEventListeners } from 'node:events'
import { inspect } from 'node:util'
import type { EgressBounds, EgressRequest, HeaderList, HttpResponseSink } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { STAGED_BOUNDS } from './staged-answer.ts'
import type { EgressStage } from './staged-answer.ts'

/** What came of one exchange. */
interface Seen {
  readonly status: number | null
  readonly headers: HeaderList
  readonly text: string
  readonly dispatched: number
  /** Null: it resolved. */
  readonly error: unknown
}

interface Ask extends Partial<EgressRequest>, Partial<HttpResponseSink> {}

async function ask({ egress, endpoint }: EgressStage, { onHead, onChunk = () => true, onDispatch, ...given }: Ask = {}): Promise<Seen> {
  let [status, headers, dispatched]: [number | null, HeaderList, number] = [null, [], 0]
  const chunks: Uint8Array[] = []
  const request: EgressRequest = {
    endpoint,
    method: 'POST',
    headers: [],
    body: '{}',
    signal: new AbortController().signal,
    ...given,
    onDispatch: () => {
      dispatched += 1
      onDispatch?.()
    }
  }
  const error = await egress
    .exchange(request, {
      onHead: (...head) => {
        expect(status).toBe(null)
        ;[status, headers] = head
        onHead?.(...head)
      },
      onChunk: (chunk) => (chunks.push(chunk), onChunk(chunk))
    })
    .then(() => null, (failure: unknown) => failure)
  // Read at the end: a chunk belongs to the sink, and nobody writes into it afterwards.
  return { status, headers, text: Buffer.concat(chunks).toString(), dispatched, error }
}

/**
 * The contract of `EgressTransport`, sentence by sentence, for every implementation of it.
 * @param make a new stage under these bounds for each test, which the test closes
 */
export function describeEgressTransport(name: string, make: (bounds: Partial<EgressBounds>) => Promise<EgressStage>): void {
  async function withStage(use: (stage: EgressStage) => Promise<void>, bounds: Partial<EgressBounds> = {}): Promise<void> {
    const stage = await make({ ...STAGED_BOUNDS, ...bounds })
    try {
      await use(stage)
    } finally {
      await stage.close()
    }
  }

  describe(`${name} is an EgressTransport`, () => {
    it('knows the reviewed address, and opens nothing for it', () => withStage(async (stage) => {
      expect(stage.egress.addressOf(stage.endpoint)).toBe(stage.address)
      expect(stage.received).toEqual([])
    }))

    it.each(['connectionRef', 'endpointRef'] as const)('knows no destination by another %s', (part) => withStage(async (stage) => {
      const endpoint = { ...stage.endpoint, [part]: 'other' }
      expect(() => stage.egress.addressOf(endpoint)).toThrow(expect.objectContaining({ code: 'destination_denied', details: { reason: 'unbound' } }))
      expect(await ask(stage, { endpoint })).toMatchObject({ dispatched: 0, error: { code: 'destination_denied', details: { reason: 'unbound' } } })
      expect(stage.received).toEqual([])
    }))

    it('sends a request once and hands the response on in order', () => withStage(async (stage) => {
      stage.answer({ status: 201, headers: [['content-type', 'text/plain'], ['x-powered-by', 'somebody'], ['mcp-session-id', 's-1']], chunks: ['a', 'b', 'c'] })
      const seen = await ask(stage, { headers: [['content-type', 'application/json'], ['authorization', 'Bearer t']], body: '{"é":1}' })
      expect(seen).toEqual({ status: 201, headers: [['content-type', 'text/plain'], ['mcp-session-id', 's-1']], text: 'abc', dispatched: 1, error: null })
      expect(stage.received).toMatchObject([{ method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer t' }, body: '{"é":1}' }])
    }))

    it('sends a request without a body', () => withStage(async (stage) => {
      expect(await ask(stage, { method: 'DELETE', body: null })).toMatchObject({ status: 200, error: null })
      expect(stage.received).toMatchObject([{ method: 'DELETE', body: '' }])
    }))

    it('refuses a method that the review does not name', () => withStage(async (stage) => {
      expect(await ask(stage, { method: 'GET', body: null })).toMatchObject({ dispatched: 0, error: { code: 'destination_denied', details: { reason: 'method' } } })
    }))

    it.each([
      ['host', 'evil.test'], ['connection', 'close'], ['transfer-encoding', 'chunked'], ['content-length', '1'], ['proxy-authorization', 'Basic x'],
      ['upgrade', 'websocket'], ['te', 'trailers'], ['expect', '100-continue'], ['accept-encoding', 'gzip'], ['X-Upper', '1'], ['a b', '1'], ['', '1'],
      ['x-a', 'one\r\ntwo: 2'], ['x-a', 'one\ntwo'], ['x-a', 'nul\0'], ['x-a', 'é']
    ])('E-35, E-36: refuses the header %j: %j, and repeats nothing of it', (header, value) => withStage(async (stage) => {
      const { error, dispatched } = await ask(stage, { headers: [['authorization', 'Bearer canary-canary'], [header, `canary${value}`]] })
      expect([error, dispatched]).toMatchObject([{ code: 'destination_denied', details: { reason: 'header' } }, 0])
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('canary')
      expect(stage.received).toEqual([])
    }))

    it('E-47: refuses a body over its bound before a byte goes out', () => withStage(async (stage) => {
      const { error, dispatched } = await ask(stage, { body: 'é'.repeat(501) })
      expect([error, dispatched]).toMatchObject([{ code: 'egress_bound_exceeded', details: { bound: 'maxRequestBytes', limit: 1_000, seen: 1_002, maybeDelivered: false } }, 0])
    }))

    it('refuses a response over its bound', () => withStage(async (stage) => {
      stage.answer({ status: 200, chunks: ['x'.repeat(1_500), 'x'.repeat(1_500)] })
      expect((await ask(stage)).error).toMatchObject({ code: 'egress_bound_exceeded', details: { bound: 'maxDecodedBytes', limit: 2_000, maybeDelivered: true } })
    }))

    it.each([300, 301, 302, 303, 307, 308])('E-37: follows no redirect of status %i', (status) => withStage(async (stage) => {
      stage.answer({ status, headers: [['location', stage.address]], chunks: ['there'] })
      expect(await ask(stage)).toMatchObject({ status: null, text: '', error: { code: 'redirect_denied', details: { status } } })
      expect(stage.received.length).toBe(1)
    }))

    it('E-51: says that a broken exchange may have been delivered, and does not repeat it', () => withStage(async (stage) => {
      stage.answer('breaks')
      expect(await ask(stage)).toMatchObject({ dispatched: 1, error: { code: 'egress_unreachable', details: { reason: 'reset', maybeDelivered: true } } })
      expect(stage.received.length).toBe(1)
    }))

    it('tells of the dispatch before a byte goes out, and sends none where that fails', () => withStage(async (stage) => {
      let before = -1
      expect(await ask(stage, { onDispatch: () => (before = stage.received.length) })).toMatchObject({ dispatched: 1, error: null })
      const failure = new Error('not now')
      const onDispatch = (): never => {
        throw failure
      }
      expect((await ask(stage, { onDispatch })).error).toBe(failure)
      expect([before, stage.received.length]).toEqual([0, 1])
    }))

    it('ends at the deadline of its review, which a request cannot move', () => withStage(async (stage) => {
      stage.answer('silent')
      expect((await ask(stage, { deadlineMs: 60_000 })).error).toMatchObject({ code: 'egress_timeout', details: { limit: 40, maybeDelivered: true } })
    }, { exchangeDeadlineMs: 40 }))

    it('E-48: lets as many wait for a connection as its review says, and refuses the next at once', () => withStage(async (stage) => {
      stage.answer('silent')
      const controller = new AbortController()
      const first = ask(stage, { signal: controller.signal })
      await expect.poll(() => stage.received.length).toBe(1)
      const second = ask(stage, { deadlineMs: 30 })
      expect(await ask(stage)).toMatchObject({ dispatched: 0, error: { code: 'egress_saturated', details: { limit: 1 } } })
      // The time in the queue counts.
      expect(await second).toMatchObject({ dispatched: 0, error: { code: 'egress_timeout', details: { phase: 'queue', limit: 30, maybeDelivered: false } } })
      const third = ask(stage)
      stage.answer({ status: 200, chunks: ['late'] })
      controller.abort(new Error('enough'))
      expect([(await first).error, (await third).text, stage.received.length]).toEqual([new Error('enough'), 'late', 2])
    }, { maxConnections: 1, maxQueued: 1 }))

    it('ends at the deadline of the request', () => withStage(async (stage) => {
      stage.answer('silent')
      expect((await ask(stage, { deadlineMs: 30 })).error).toMatchObject({ code: 'egress_timeout', details: { limit: 30, maybeDelivered: true } })
    }))

    it('rejects with the reason of its signal, before and after the dispatch', () => withStage(async (stage) => {
      const reason = new Error('no longer')
      expect(await ask(stage, { signal: AbortSignal.abort(reason) })).toMatchObject({ dispatched: 0, error: reason })
      stage.answer('silent')
      const controller = new AbortController()
      const asked = ask(stage, { signal: controller.signal })
      await expect.poll(() => stage.received.length).toBe(1)
      controller.abort(reason)
      expect((await asked).error).toBe(reason)
    }))

    it('leaves nothing at its signal when it is over', () => withStage(async (stage) => {
      const { signal } = new AbortController()
      await ask(stage, { signal })
      stage.answer('breaks')
      await ask(stage, { signal })
      expect(getEventListeners(signal, 'abort')).toEqual([])
    }))

    it('resolves as soon as the sink had enough', () => withStage(async (stage) => {
      stage.answer({ status: 200, chunks: ['first', 'second'] })
      let chunks = 0
      const seen = await ask(stage, { onChunk: () => ((chunks += 1), false) })
      expect([seen.error, seen.text.startsWith('first'), chunks]).toEqual([null, true, 1])
      stage.answer({ status: 202 })
      expect(await ask(stage)).toMatchObject({ status: 202, error: null })
    }))

    it.each(['onHead', 'onChunk'] as const)('ends with what %s of the sink throws', (part) => withStage(async (stage) => {
      stage.answer({ status: 200, chunks: ['first'] })
      const failure = new Error('not this')
      const refuse = (): never => {
        throw failure
      }
      expect((await ask(stage, { [part]: refuse })).error).toBe(failure)
      expect(await ask(stage)).toMatchObject({ status: 200, text: 'first', error: null })
    }))

    it('ends what is in flight when it is closed, and begins nothing afterwards', () => withStage(async (stage) => {
      stage.answer('silent')
      const asked = ask(stage)
      await expect.poll(() => stage.received.length).toBe(1)
      await stage.egress.close()
      expect((await asked).error).toMatchObject({ code: 'connection_closed' })
      expect(await ask(stage)).toMatchObject({ dispatched: 0, error: { code: 'connection_closed' } })
      await stage.egress.close()
    }))
  })
}
