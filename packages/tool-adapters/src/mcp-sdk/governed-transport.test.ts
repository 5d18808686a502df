import { answering, deviations, GOOD, messages, result, startHttpServer, stdioServerCommand, tool } from '@b10x/testkit'
import type { HttpServer } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { GENERATIONS, refusalOf } from '../__fixtures__/sdk-clients.ts'
import type { SdkSession } from '../__fixtures__/sdk-clients.ts'
import { reviewServer } from '../__fixtures__/review-server.ts'
import type { TransportDrift } from '../mcp-sdk.ts'

const echo = tool('echo', {
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false }
})
const other = tool('other', { annotations: { readOnlyHint: true, 'x-own': 1 } })

interface ReviewedSession extends SdkSession {
  readonly drifts: readonly TransportDrift[]
  /** How often `tools/list` has arrived since the review. */
  listings(): number
}

describe.each(GENERATIONS)('the Client of $title', ({ revision, open }) => {
  async function openReviewed(server: HttpServer, options: object = {}): Promise<ReviewedSession> {
    const snapshot = await reviewServer(server, revision)
    const drifts: TransportDrift[] = []
    const before = server.count('tools/list')
    const session = await open(server, { snapshot, onDrift: (drift) => drifts.push(drift), ...options })
    return { ...session, drifts, listings: () => server.count('tools/list') - before }
  }

  it('lists and calls what was reviewed', async () => {
    await using server = await startHttpServer({ tools: [other, echo], pageSize: 1 })
    const session = await openReviewed(server)
    expect(await session.names()).toEqual(['echo', 'other'])
    expect(session.listings()).toBe(2)
    expect(await session.call('echo', { text: 'hello' })).toMatchObject({ content: [{ type: 'text' }] })
    expect(server.count('tools/call')).toBe(1)
    expect(JSON.parse(server.requests.at(-1)?.body ?? '')).toMatchObject({ params: { name: 'echo', arguments: { text: 'hello' } } })
    expect(session.drifts).toEqual([])
  })

  it('compares before its first call, and not again before the next', async () => {
    await using server = await startHttpServer({ tools: [echo] })
    const session = await openReviewed(server)
    await Promise.all([session.call('echo', { text: 'a' }), session.call('echo', { text: 'b' })])
    await session.call('echo', { text: 'c' })
    expect(session.listings()).toBe(1)
    expect(server.count('tools/call')).toBe(3)
  })

  it.each(['annotation', 'meta', 'description', 'schema', 'added', 'missing'] as const)('is refused when the server drifts in mid-run: %s', async (kind) => {
    const { reviewed, live } = deviations.drift(kind)
    await using server = await startHttpServer(reviewed)
    const session = await openReviewed(server)
    expect(await session.names()).toEqual(['kept', 't'])
    await session.call('kept')
    server.become(live)
    expect(await refusalOf(session.list())).toMatchObject({ code: 'snapshot_mismatch', details: { differences: 1 } })
    expect(await refusalOf(session.call('kept'))).toMatchObject({ code: 'snapshot_mismatch' })
    server.become(reviewed)
    expect(await refusalOf(session.call('kept'))).toMatchObject({ code: 'snapshot_mismatch' })
    expect(server.count('tools/call')).toBe(1)
    expect(session.drifts).toMatchObject([{ kind: 'found', diff: { equal: false } }])
    expect(session.drifts).toHaveLength(1)
  })

  it('is refused before its first call when the server has drifted since the review', async () => {
    const { reviewed, live } = deviations.drift('schema')
    await using server = await startHttpServer(reviewed)
    const session = await openReviewed(server)
    server.become(live)
    expect(await refusalOf(session.call('kept'))).toMatchObject({ code: 'snapshot_mismatch' })
    expect(server.count('tools/call')).toBe(0)
  })

  it('ignores exactly the added tool where the review says so, and does not show it', async () => {
    const { reviewed, live } = deviations.drift('added')
    await using server = await startHttpServer(reviewed)
    const session = await openReviewed(server, { onUnmappedAdded: 'ignore' })
    server.become(live)
    expect(await session.names()).toEqual(['kept', 't'])
    expect(await refusalOf(session.call('new'))).toMatchObject({ code: 'tool_not_published' })
    server.become(deviations.drift('annotation').live)
    expect(await refusalOf(session.list())).toMatchObject({ code: 'snapshot_mismatch' })
    expect(session.drifts).toHaveLength(1)
  })

  it('neither sees nor reaches a tool that was not admitted', async () => {
    await using server = await startHttpServer({ tools: [echo, other] })
    const snapshot = await reviewServer(server, revision)
    const session = await open(server, { profile: { snapshot, document: { tools: [{ remote: 'echo' }] } } })
    expect(await session.names()).toEqual(['echo'])
    for (const name of ['other', 'never-there', '__proto__', 'toString', '']) {
      expect(await refusalOf(session.call(name))).toMatchObject({ code: 'tool_not_published', family: 'admission', details: {} })
    }
    expect(server.count('tools/call')).toBe(0)
  })

  it('hides a tool with a bad descriptor and keeps the others', async () => {
    await using server = await startHttpServer(deviations.badApples())
    const session = await openReviewed(server)
    expect(await session.names()).toHaveLength(20)
    expect(await refusalOf(session.call('dangling'))).toMatchObject({ code: 'tool_not_published' })
  })

  it('has its arguments judged by the frozen schema', async () => {
    await using server = await startHttpServer({ tools: [echo] })
    const session = await openReviewed(server, { bounds: { maxArgumentBytes: 64 } })
    const pointers: [Record<string, unknown>, string, string][] = [
      [{}, '', 'required'],
      [{ text: 1 }, '/text', 'type'],
      [{ text: 'a', more: true }, '/more', 'additionalProperties'],
      [JSON.parse('{"text":"a","__proto__":{}}') as Record<string, unknown>, '/__proto__', 'additionalProperties']
    ]
    for (const [args, pointer, keyword] of pointers) {
      expect(await refusalOf(session.call('echo', args))).toMatchObject({ code: 'arguments_invalid', details: { pointer, reason: 'schema', violations: [{ pointer, keyword }] } })
    }
    expect(await refusalOf(session.call('echo', { text: 'x'.repeat(64) }))).toMatchObject({ code: 'bound_exceeded', details: { bound: 'maxArgumentBytes' } })
    expect(server.count('tools/call')).toBe(0)
  })

  it('compares again after the server said that its tools changed', async () => {
    const { reviewed, live } = deviations.drift('description')
    const changed = messages('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}', '{{good}}')
    await using server = await startHttpServer(reviewed, answering('tools/call', changed, 1), { capabilities: { tools: { listChanged: true } } })
    const session = await openReviewed(server)
    await session.call('kept')
    expect(session.drifts).toEqual([{ kind: 'suspected' }])
    await session.call('kept')
    expect(session.listings()).toBe(2)
    server.become(live)
    expect(await session.call('kept')).toBeDefined()
    expect(await refusalOf(session.list())).toMatchObject({ code: 'snapshot_mismatch' })
  })

  it('is refused when the review was of another revision', async () => {
    await using server = await startHttpServer({ tools: [echo] })
    const snapshot = await reviewServer(server, '2025-06-18')
    const session = await open(server, { snapshot })
    expect(await refusalOf(session.list())).toMatchObject({ code: 'protocol_revision_changed', details: { expected: '2025-06-18' } })
    expect(await refusalOf(session.call('echo', { text: 'a' }))).toMatchObject({ code: 'protocol_revision_changed' })
    expect(server.count('tools/call')).toBe(0)
  })

  it('works over pipes, and leaves no process behind', async () => {
    const live = { tools: [{ ...echo, description: 'Says it again, and to me.' }] }
    using server = stdioServerCommand({ tools: [echo] }, answering('tools/list', result({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...live }), 2))
    using reviewed = stdioServerCommand({ tools: [echo] })
    const snapshot = await reviewServer(reviewed, revision)
    const session = await open(server, { snapshot })
    try {
      await session.call('echo', { text: 'hello' })
      expect(server.count('tools/call')).toBe(1)
      expect(await refusalOf(session.list())).toMatchObject({ code: 'snapshot_mismatch' })
      expect(await refusalOf(session.call('echo', { text: 'hello' }))).toMatchObject({ code: 'snapshot_mismatch' })
      expect(server.count('tools/call')).toBe(1)
    } finally {
      await session.close()
    }
    expect(await server.stillRunning()).toEqual([])
  })

  it('is told of a listing that fails, without the words of the server', async () => {
    await using server = await startHttpServer({ tools: [echo] })
    const session = await openReviewed(server)
    server.become(deviations.remoteError('tools/list'))
    const refusal = await refusalOf(session.call('echo', { text: 'a' }))
    expect(refusal).toMatchObject({ code: 'remote_error' })
    expect(server.count('tools/call')).toBe(0)
    expect(session.drifts).toEqual([])
  })

  it.each([
    ['a cursor that repeats', deviations.cursorTrap(), 'page_cursor_repeated'],
    ['two tools under one name', deviations.nameTwins(), 'tool_name_duplicate'],
    ['pages without end', deviations.endlessPages(), 'bound_exceeded']
  ])('is refused on %s', async (_title, live, code) => {
    await using server = await startHttpServer({ tools: [echo] })
    const session = await openReviewed(server, { bounds: { maxPages: 3 } })
    server.become({ pages: null, ...live })
    expect(await refusalOf(session.list())).toMatchObject({ code })
    expect(await refusalOf(session.call('echo', { text: 'a' }))).toMatchObject({ code })
    expect(server.count('tools/call')).toBe(0)
  })

  it('follows an empty cursor', async () => {
    await using server = await startHttpServer(deviations.emptyCursor())
    const session = await openReviewed(server)
    expect(await session.names()).toEqual(['t', 'u'])
  })

  it('sends nothing of a call that was aborted while it was held', async () => {
    await using server = await startHttpServer({ tools: [echo] })
    const session = await openReviewed(server)
    const held = server.count('tools/list') + 1
    server.become(answering('tools/list', { steps: [{ until: 'go' }, GOOD] }, held))
    const caller = new AbortController()
    const aborted = session.call('echo', { text: 'never' }, { signal: caller.signal })
    await server.received('tools/list', held)
    caller.abort()
    await expect(aborted).rejects.toThrow()
    server.release('go')
    await session.call('echo', { text: 'later' })
    expect(server.count('tools/call')).toBe(1)
    expect(server.requests.at(-1)?.body).toContain('later')
    expect(server.count('notifications/cancelled')).toBe(0)
  })

  it('hands on the abort of a call that is on its way', async () => {
    await using server = await startHttpServer({ tools: [echo] }, deviations.silence())
    const session = await openReviewed(server)
    const caller = new AbortController()
    const aborted = session.call('echo', { text: 'a' }, { signal: caller.signal })
    const call = await server.received('tools/call')
    caller.abort()
    await expect(aborted).rejects.toThrow()
    if (revision === '2026-07-28') expect(await call.ended).toBe('closed')
    else expect((await server.received('notifications/cancelled')).json).toMatchObject({ params: { requestId: (call.json as { id: unknown }).id } })
  })
})
