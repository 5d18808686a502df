import type { Authenticator, Principal } from '@b10x/ports'
import { guardHandler, listen } from '@b10x/tool-server'
import type { GuardOptions, WebHandler } from '@b10x/tool-server'
import { describe, expect, it } from 'vitest'

const authenticate: Authenticator = { authenticate: ({ token }) => (token === null ? 'missing' : token === 'good-token-0123456' ? { subject: 'alice', scopes: [] } : 'invalid') }

interface Guarded extends AsyncDisposable {
  readonly url: string
  readonly seen: { readonly authorization: string | null; readonly principal: Principal | null; readonly body: string }[]
}

async function guard(options: GuardOptions = {}, handle?: WebHandler): Promise<Guarded> {
  const seen: Guarded['seen'] = []
  const { url, close } = await listen(guardHandler(handle ?? (async (request, principal) => {
    seen.push({ authorization: request.headers.get('authorization'), principal, body: await request.text() })
    return Response.json({ ok: true }, { headers: { 'x-of-handler': '1' } })
  }), options))
  return { url, seen, [Symbol.asyncDispose]: close }
}

const post = (url: string, headers: Record<string, string> = {}, body = '{"a":1}'): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

describe('a handler of somebody else behind the front', () => {
  it('gets the body and who calls, and never the bearer', async () => {
    await using guarded = await guard({ authenticate })
    const answer = await post(guarded.url, { authorization: 'Bearer good-token-0123456' })
    expect([answer.status, answer.headers.get('x-of-handler'), await answer.json()]).toEqual([200, '1', { ok: true }])
    expect(guarded.seen).toEqual([{ authorization: null, principal: { subject: 'alice', scopes: [] }, body: '{"a":1}' }])
  })

  it.each<[string, number, Record<string, string>]>([
    ['no token', 401, {}],
    ['a bad token', 401, { authorization: 'Bearer bad-token-01234567' }],
    ['a foreign origin', 403, { authorization: 'Bearer good-token-0123456', origin: 'https://foreign.example' }]
  ])('is not asked for a request with %s', async (_title, status, headers) => {
    await using guarded = await guard({ authenticate })
    expect([(await post(guarded.url, headers)).status, guarded.seen]).toEqual([status, []])
  })

  it('is not asked for a body over its bound', async () => {
    await using guarded = await guard({ bounds: { maxRequestBytes: 16 } })
    expect([(await post(guarded.url, {}, 'x'.repeat(17))).status, guarded.seen]).toEqual([413, []])
  })

  it('that throws is an answer without its words, and the operator is told', async () => {
    const told: unknown[] = []
    const failure = new Error('secret')
    await using guarded = await guard({ onError: (error) => told.push(error) }, async () => Promise.reject(failure))
    const answer = await post(guarded.url)
    expect([answer.status, await answer.text(), told]).toEqual([500, '', [failure]])
  })

  it('streams, and hears of a client that hangs up', async () => {
    let gone: AbortSignal | null = null
    const stream = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')) })
    await using guarded = await guard({}, async (request) => ((gone = request.signal), new Response(stream, { headers: { 'content-type': 'text/event-stream' } })))
    const leaving = new AbortController()
    const answer = await fetch(guarded.url, { method: 'POST', body: '{}', signal: leaving.signal })
    const reader = answer.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value as Uint8Array)).toBe('data: 1\n\n')
    leaving.abort()
    await expect.poll(() => (gone as AbortSignal | null)?.aborted).toBe(true)
  })
})
