import { inspect } from 'node:util'
import type { Authenticator, Principal } from '@b10x/ports'
import { describe, expect, it } from 'vitest'
import { examplePort, portOf } from '../__fixtures__/example-port.ts'
import { send, sendLegacy, sendModern } from '../__fixtures__/post.ts'
import { startServer } from '../__fixtures__/start-server.ts'

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  'token-of-alice-0123456789': { subject: 'user:alice', tenantId: 'acme', scopes: ['mcp:invoke', 'mcp:list'] },
  'token-of-bob-0123456789': { subject: 'user:bob', tenantId: 'acme', scopes: ['mcp:invoke', 'mcp:list'] },
  'token-of-eve-0123456789': { subject: 'user:alice', tenantId: 'other', scopes: [] }
}
const authenticate: Authenticator = { authenticate: ({ token }) => (token === null ? 'missing' : (PRINCIPALS[token] ?? 'invalid')) }
const as = (name: string): { readonly authorization: string } => ({ authorization: `Bearer token-of-${name}-0123456789` })

describe('a principal', () => {
  it('reaches the tool without its token', async () => {
    const port = examplePort()
    await using started = await startServer(port, { authenticate })
    await sendModern(started.url, 'tools/call', { name: 'echo', arguments: { text: 'x' } }, as('alice'))
    await sendLegacy(started.url, 'tools/call', { name: 'echo', arguments: { text: 'x' } }, as('eve'))
    expect(port.calls.map(({ context }) => [context.actor, context.tenantId])).toEqual([['user:alice', 'acme'], ['user:alice', 'other']])
    expect(inspect(port.calls, { depth: null, showHidden: true })).not.toContain('token-of-')
  })

  it.each<[string, Record<string, string>, number]>([
    ['nobody', {}, 401],
    ['somebody unknown', { authorization: 'Bearer token-of-mallory-0123456789' }, 401]
  ])('is somebody: %s stays outside, before anything is read', async (_title, headers, status) => {
    const port = examplePort()
    await using started = await startServer(port, { authenticate })
    for (const method of ['POST', 'GET']) {
      const answer = await send(started.url, { method, headers, body: method === 'POST' ? '{"broken' : '' })
      expect(answer.status).toBe(status)
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
    }
    expect(port.calls).toEqual([])
  })

  it.each([
    ['2026-07-28', sendModern],
    ['2025-11-25', sendLegacy]
  ] as const)('without a scope is told which one in %s, and the tool is not', async (_revision, request) => {
    const port = examplePort()
    await using started = await startServer(port, { authenticate, scopes: { call: 'mcp:invoke', list: 'mcp:list' } })
    const call = { name: 'echo', arguments: { text: 'x' } }
    const refused = await request(started.url, 'tools/call', call, as('eve'))
    expect(refused.status).toBe(403)
    expect(refused.headers['www-authenticate']).toContain('scope="mcp:invoke"')
    const unlisted = await request(started.url, 'tools/list', {}, as('eve'))
    expect(unlisted.headers['www-authenticate']).toContain('scope="mcp:list"')
    expect(port.calls).toEqual([])
    expect((await request(started.url, 'tools/call', call, as('alice'))).json?.result).toBeDefined()
    expect((await request(started.url, 'tools/list', {}, as('alice'))).json?.result).toBeDefined()
  })

  it('sees and calls the tools that the host gives it, and no other (M-40)', async () => {
    const ports = { acme: portOf({ ours: {}, both: {} }), other: portOf({ theirs: {}, both: {} }) }
    await using started = await startServer((principal) => (principal?.tenantId === 'acme' ? ports.acme : ports.other), { authenticate })
    for (const request of [sendModern, sendLegacy]) {
      const names = async (name: string): Promise<unknown> =>
        (((await request(started.url, 'tools/list', {}, as(name))).json?.result?.['tools'] ?? []) as readonly { readonly name: string }[]).map((tool) => tool.name)
      expect(await names('alice')).toEqual(['ours', 'both'])
      expect(await names('eve')).toEqual(['theirs', 'both'])
      const [unseen, absent] = await Promise.all(['theirs', 'nobody'].map((name) => request(started.url, 'tools/call', { name }, as('alice'))))
      expect(unseen?.text).toBe(absent?.text)
    }
    await sendModern(started.url, 'tools/call', { name: 'both' }, as('eve'))
    expect([ports.acme.calls.length, ports.other.calls.length]).toEqual([0, 1])
  })

  it('cancels no call of another', async () => {
    const port = examplePort()
    await using started = await startServer(port, { authenticate })
    const answer = sendLegacy(started.url, 'tools/call', { name: 'wait' }, as('alice'), 7)
    const { signal } = await port.waiting.started
    const cancel = (name: string): Promise<unknown> =>
      send(started.url, { headers: as(name), body: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}' })
    await cancel('bob')
    await cancel('eve')
    expect(signal?.aborted).toBe(false)
    await cancel('alice')
    expect(signal?.aborted).toBe(true)
    await answer
  })

  it.each([
    ['2026-07-28', sendModern],
    ['2025-11-25', sendLegacy]
  ] as const)('makes so many calls at a time in %s, and takes nobody else their turn', async (_revision, request) => {
    const port = examplePort()
    await using started = await startServer(port, { authenticate, bounds: { maxInflight: 1 } })
    const first = request(started.url, 'tools/call', { name: 'wait' }, as('alice'))
    await port.waiting.started
    const call = { name: 'echo', arguments: { text: 'x' } }
    const refused = await request(started.url, 'tools/call', call, as('alice'))
    expect(refused).toMatchObject({ status: 429, json: { error: { data: { code: 'rate_limited', details: { limit: 1, windowMs: null } } } } })
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    expect((await request(started.url, 'tools/call', call, as('bob'))).status).toBe(200)
    port.waiting.finish()
    await first
    expect((await request(started.url, 'tools/call', call, as('alice'))).status).toBe(200)
  })

  it('is held to account for a tool that runs on after its call', async () => {
    const port = examplePort()
    await using started = await startServer(port, { authenticate, bounds: { maxInflight: 1, callDeadlineMs: 20 } })
    expect((await sendModern(started.url, 'tools/call', { name: 'wait' }, as('alice'))).json?.result).toMatchObject({ isError: true })
    const call = { name: 'echo', arguments: { text: 'x' } }
    expect((await sendModern(started.url, 'tools/call', call, as('alice'))).status).toBe(429)
    port.waiting.finish()
    await expect.poll(async () => (await sendModern(started.url, 'tools/call', call, as('alice'))).status).toBe(200)
  })

  it('makes so many calls in a window', async () => {
    const now = { ms: 1_000_000 }
    await using started = await startServer(examplePort(), { authenticate, bounds: { maxCallsPerWindow: 2, windowMs: 1_000 }, clock: { now: () => now.ms } })
    const call = async (): Promise<number> => (await sendModern(started.url, 'tools/call', { name: 'echo', arguments: { text: 'x' } }, as('bob'))).status
    expect([await call(), await call(), await call()]).toEqual([200, 200, 429])
    now.ms += 1_000
    expect(await call()).toBe(200)
  })
})
