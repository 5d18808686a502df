// What the official suite cannot see of our server: it knows HTTP alone, brings no token, and takes a promise for its keeping.
import { join } from 'node:path'
import { expect, describe, it } from 'vitest'
import { answerOf, overHttp, overStdio, requestHeaders, requestText } from './__fixtures__/speak-raw.ts'
import type { Message, RawPeer, Revision } from './__fixtures__/speak-raw.ts'
import { createShippedServer, createSuiteServer, serveOverHttp } from './servers-under-test.ts'
import { CHANGING_TOOL } from './suite-tools.ts'

const PROGRAM = join(import.meta.dirname, 'run-suite-server.ts')
const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28']
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
/** A whole Node process starts, on a machine that may be busy with others. */
const SLOW = 30_000

async function declaredTools(peer: RawPeer, revision: Revision): Promise<unknown> {
  const { result } = await answerOf(revision === '2026-07-28' ? peer.ask('server/discover') : peer.ask('initialize', INITIALIZE))
  return (result?.['capabilities'] as { readonly tools?: unknown } | undefined)?.tools
}

async function listed(peer: RawPeer): Promise<unknown> {
  return (await answerOf(peer.ask('tools/list'))).result?.['tools']
}

async function collect(messages: AsyncIterable<Message>): Promise<Message[]> {
  const all: Message[] = []
  for await (const message of messages) all.push(message)
  return all
}

const LISTEN = { notifications: { toolsListChanged: true } }

describe('listChanged is declared where it fires, and nowhere else', () => {
  it.each(REVISIONS)('tools that never change, %s over HTTP', async (revision) => {
    await using served = await serveOverHttp(createShippedServer())
    expect(await declaredTools(overHttp(served.url, revision), revision)).toEqual({})
  })

  it('tools that never change: a subscription is acknowledged for nothing, and over', async () => {
    await using served = await serveOverHttp(createShippedServer())
    const messages = await collect(overHttp(served.url, '2026-07-28').ask('subscriptions/listen', LISTEN))
    expect(messages.map(({ method, result }) => method ?? result?.['resultType'])).toEqual(['notifications/subscriptions/acknowledged', 'complete'])
    expect(messages[0]?.params?.['notifications']).toEqual({})
  })

  it('tools that change, 2026-07-28 over HTTP: declared, and told to whoever listens', async () => {
    await using served = await serveOverHttp(createSuiteServer())
    const peer = overHttp(served.url, '2026-07-28')
    expect(await declaredTools(peer, '2026-07-28')).toEqual({ listChanged: true })
    const heard: unknown[] = []
    for await (const { method } of peer.ask('subscriptions/listen', LISTEN)) {
      heard.push(method)
      if (heard.length === 2) break
      await answerOf(peer.ask('tools/call', { name: CHANGING_TOOL }))
    }
    expect(heard).toEqual(['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed'])
  })

  it('tools that change, 2025-11-25 over HTTP: nothing could carry the news, so it is not declared', async () => {
    await using served = await serveOverHttp(createSuiteServer())
    expect(await declaredTools(overHttp(served.url, '2025-11-25'), '2025-11-25')).toEqual({})
    const stream = await fetch(served.url, { headers: { accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25' } })
    await stream.body?.cancel()
    expect(stream.status).toBe(405)
  })

  it('tools that change, 2025-11-25 over stdio: declared, and told unasked', { timeout: SLOW }, async () => {
    await using peer = overStdio(PROGRAM, '2025-11-25')
    expect(await declaredTools(peer, '2025-11-25')).toEqual({ listChanged: true })
    peer.tell('notifications/initialized')
    const messages = [...(await collect(peer.ask('tools/call', { name: CHANGING_TOOL }))), ...(await collect(peer.ask('ping')))]
    expect(messages.map(({ method }) => method).filter((method) => method !== undefined)).toEqual(['notifications/tools/list_changed'])
  })

  it('tools that change, 2026-07-28 over stdio: told to whoever listens', { timeout: SLOW }, async () => {
    await using peer = overStdio(PROGRAM, '2026-07-28')
    expect(await declaredTools(peer, '2026-07-28')).toEqual({ listChanged: true })
    const unasked = await collect(peer.ask('tools/call', { name: CHANGING_TOOL }))
    expect(unasked.map(({ method }) => method)).toEqual([undefined])
    const heard: unknown[] = []
    for await (const { method } of peer.ask('subscriptions/listen', LISTEN)) {
      heard.push(method)
      if (heard.length === 2) break
      for await (const other of peer.ask('tools/call', { name: CHANGING_TOOL })) if (other.method !== undefined) heard.push(other.method)
      if (heard.length === 2) break
    }
    expect(heard).toEqual(['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed'])
  })
})

describe('both eras and both transports', () => {
  it('list the same tools, descriptor by descriptor', { timeout: SLOW }, async () => {
    await using served = await serveOverHttp(createSuiteServer())
    await using older = overStdio(PROGRAM, '2025-11-25')
    await using newer = overStdio(PROGRAM, '2026-07-28')
    const first = await listed(overHttp(served.url, '2026-07-28'))
    expect((first as readonly unknown[]).length).toBe(13)
    for (const peer of [overHttp(served.url, '2025-11-25'), older, newer]) expect(await listed(peer)).toEqual(first)
  })

  it.each(REVISIONS)('answer the calls of the suite alike, %s', { timeout: SLOW }, async (revision) => {
    await using served = await serveOverHttp(createSuiteServer())
    await using stdio = overStdio(PROGRAM, revision)
    const http = overHttp(served.url, revision)
    for (const name of ['test_simple_text', 'test_multiple_content_types', 'test_audio_content', 'test_error_handling', 'no_such_tool']) {
      const [overOne, overOther] = await Promise.all([http, stdio].map(async (peer) => answerOf(peer.ask('tools/call', { name }))))
      expect(overOther?.error).toEqual(overOne?.error)
      expect(overOther?.result).toEqual(overOne?.result)
      expect(overOne?.error?.code).toBe(name === 'no_such_tool' ? -32602 : undefined)
    }
  })

  it.each(REVISIONS)('report progress on stdio, %s', { timeout: SLOW }, async (revision) => {
    await using stdio = overStdio(PROGRAM, revision)
    const messages = await collect(stdio.ask('tools/call', { name: 'test_tool_with_progress', _meta: { progressToken: 'p' } }))
    expect(messages.map(({ params }) => params?.['progress'])).toEqual([0, 50, 100, undefined])
    expect(messages.slice(0, 3).map(({ params }) => params?.['progressToken'])).toEqual(['p', 'p', 'p'])
  })
})

describe('a server that asks who calls', () => {
  const RESOURCE = 'https://tools.example/mcp'
  const ISSUER = 'https://issuer.example'
  const guarded = (): ReturnType<typeof createShippedServer> =>
    createShippedServer({
      resource: RESOURCE,
      authorizationServers: [ISSUER],
      authenticate: {
        authenticate: ({ token }) => (token === null ? 'missing' : token === 'good' ? { subject: 'user:alice', scopes: [] } : 'invalid')
      }
    })

  const post = (url: string, revision: Revision, authorization?: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { ...requestHeaders(revision, 'tools/list', {}), ...(authorization === undefined ? {} : { authorization }) },
      body: requestText(revision, 'tools/list', {})
    })

  it.each(REVISIONS)('challenges whoever brings nothing, and says where to go, %s', async (revision) => {
    await using served = await serveOverHttp(guarded())
    const refused = await post(served.url, revision)
    await refused.body?.cancel()
    expect(refused.status).toBe(401)
    const challenge = refused.headers.get('www-authenticate') ?? ''
    expect(challenge).toMatch(/^Bearer /)
    expect(challenge).not.toContain('error=')
    const metadata = /resource_metadata="([^"]*)"/.exec(challenge)?.[1] ?? ''
    // The address is the public one; the same path is served here.
    expect(new URL(metadata).origin).toBe(new URL(RESOURCE).origin)
    const found = await fetch(new URL(new URL(metadata).pathname, served.url))
    expect(await found.json()).toMatchObject({ resource: RESOURCE, authorization_servers: [ISSUER] })
  })

  it.each(REVISIONS)('challenges whoever brings what is wrong, %s', async (revision) => {
    await using served = await serveOverHttp(guarded())
    const refused = await post(served.url, revision, 'Bearer bad')
    await refused.body?.cancel()
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('error="invalid_token"')])
  })

  it.each(REVISIONS)('lets in whoever is known, %s', async (revision) => {
    await using served = await serveOverHttp(guarded())
    expect((await post(served.url, revision, 'Bearer good')).status).toBe(200)
  })
})
