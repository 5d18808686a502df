import type { EgressRequest, HeaderList } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
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

interface Ask extends Partial<EgressRequest> {
  /** What the sink does with each chunk. */
  readonly onChunk?: () => boolean
}

async function ask({ egress, endpoint }: EgressStage, { onChunk = () => true, ...given }: Ask = {}): Promise<Seen> {
  let [status, headers, text, dispatched]: [number | null, HeaderList, string, number] = [null, [], '', 0]
  const request: EgressRequest = { endpoint, method: 'POST', headers: [], body: '{}', signal: new AbortController().signal, ...given, onDispatch: () => (dispatched += 1) }
  const error = await egress
    .exchange(request, {
      onHead: (...head) => ([status, headers] = head),
      onChunk: (chunk) => ((text += Buffer.from(chunk).toString()), onChunk())
    })
    .then(() => null, (failure: unknown) => failure)
  return { status, headers, text, dispatched, error }
}

/**
 * The contract of `EgressTransport`, sentence by sentence, for every implementation of it.
 * @param make a new stage for each test, which the test closes
 */
export function describeEgressTransport(name: string, make: () => Promise<EgressStage>): void {
  async function withStage(use: (stage: EgressStage) => Promise<void>): Promise<void> {
    const stage = await make()
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
    ])('E-35, E-36: refuses the header %j: %j', (header, value) => withStage(async (stage) => {
      const { error, dispatched } = await ask(stage, { headers: [[header, value]] })
      expect([error, dispatched]).toMatchObject([{ code: 'destination_denied', details: { reason: 'header' } }, 0])
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

    it('resolves as soon as the sink had enough', () => withStage(async (stage) => {
      stage.answer({ status: 200, chunks: ['first', 'second'] })
      const seen = await ask(stage, { onChunk: () => false })
      expect([seen.error, seen.text.startsWith('first')]).toEqual([null, true])
    }))

    it('ends with what the sink throws', () => withStage(async (stage) => {
      stage.answer({ status: 200, chunks: ['first'] })
      const failure = new Error('not this')
      const onChunk = (): boolean => {
        throw failure
      }
      expect((await ask(stage, { onChunk })).error).toBe(failure)
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
