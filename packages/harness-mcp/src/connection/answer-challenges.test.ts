// Credentials that can be renewed: what is sent, what is remembered, and what is told. The real flows are in `auth.test.ts`.
import { inspect } from 'node:util'
import { createHttpExchange } from '@b10x/mcp-foundation/http'
import { answering, body, expectCode, startHttpServer, startSseServer } from '@b10x/testkit'
import type { AuthorizationChallenge, HttpAuthorization, HttpExchange } from '@b10x/ports'
import { describe, expect, it, vi } from 'vitest'
import { REMOTE } from '../admission/admitted-tools.ts'
import { AUTHORIZE } from './auth.ts'
import type { McpAuthProvider } from './auth.ts'
import { connectMcpServer } from './connect-mcp-server.ts'

const REFUSED = body(401, { 'www-authenticate': 'Bearer error="invalid_token"' })

/** Tokens by number; each challenge brings the next one, as long as there are any. */
function tokens(count: number): McpAuthProvider & { readonly challenges: AuthorizationChallenge[] } {
  const challenges: AuthorizationChallenge[] = []
  const authorization: HttpAuthorization = {
    headers: () => ({ authorization: `Bearer CANARY-token-${challenges.length}` }),
    answerChallenge(challenge) {
      challenges.push(challenge)
      return Promise.resolve(challenges.length < count)
    }
  }
  return { challenges, [AUTHORIZE]: () => authorization }
}

describe.each([
  ['Streamable HTTP', 'streamable-http', startHttpServer],
  ['HTTP+SSE', 'sse', startSseServer]
] as const)('a challenge over %s', (_, transport, start) => {
  it('to a call is answered once, told once, and both tokens are known', async () => {
    await using server = await start(answering('tools/call', REFUSED, 1))
    const authProvider = tokens(2)
    const connection = await connectMcpServer('a', { url: server.url, transport, authProvider })
    const remote = connection.tools[REMOTE]
    expect(await remote.call('t', {}, {})).toMatchObject({ kind: 'complete' })
    await connection.close()
    expect(server.count('tools/call')).toBe(2)
    expect(remote.drainEvents()).toEqual([{ kind: 'reauthorized', status: 401 }])
    expect(remote.drainEvents()).toEqual([])
    expect(remote.sentSecrets()).toEqual(['CANARY-token-0', 'CANARY-token-1'])
    expect(inspect(connection, { showHidden: true, depth: null }) + JSON.stringify(connection)).not.toContain('CANARY')
  })

  it('that cannot be answered ends the call, whose outcome is known', async () => {
    await using server = await start(answering('tools/call', REFUSED))
    const authProvider = tokens(1)
    const connection = await connectMcpServer('a', { url: server.url, transport, authProvider })
    const error = await expectCode(connection.tools[REMOTE].call('t', {}, {}), 'credential_rejected')
    expect(inspect(error, { depth: null }) + JSON.stringify(error)).not.toContain('CANARY')
    expect([server.count('tools/call'), authProvider.challenges.length]).toEqual([1, 1])
    expect(connection.tools[REMOTE].drainEvents()).toEqual([])
    await connection.close()
  })

  it('while connecting belongs to no call', async () => {
    await using server = await start(answering('tools/list', REFUSED, 1))
    const authProvider = tokens(2)
    const connection = await connectMcpServer('a', { url: server.url, transport, authProvider })
    expect(authProvider.challenges).toHaveLength(1)
    expect(connection.tools[REMOTE].drainEvents()).toEqual([])
    expect(connection.snapshot.authorization).toBe('oauth')
    await connection.close()
    await vi.waitFor(() => expect(server.openSockets()).toBe(0))
  })
})

describe('the sockets of OAuth', () => {
  /** A provider that keeps what it was lent. */
  function keeping(inner: McpAuthProvider) {
    const lent: HttpExchange[] = []
    const provider: McpAuthProvider = { [AUTHORIZE]: (target) => (lent.push(target.exchange), inner[AUTHORIZE](target)) }
    return { lent, provider }
  }
  const use = (exchange: HttpExchange | undefined, url: string): Promise<void> | undefined =>
    exchange?.exchange({ method: 'GET', url, headers: [], body: null, signal: new AbortController().signal, onDispatch: () => {} }, { onHead: () => {}, onChunk: () => true })

  it('are ours, and closed with the connection', async () => {
    await using server = await startHttpServer()
    const { lent, provider } = keeping(tokens(1))
    const connection = await connectMcpServer('a', { url: server.url, authProvider: provider })
    await use(lent[0], server.url)
    await connection.close()
    expect(lent).toHaveLength(1)
    await expectCode(use(lent[0], server.url) ?? Promise.resolve(), 'connection_closed')
  })

  it('are closed when connecting fails', async () => {
    await using server = await startHttpServer(answering('tools/list', REFUSED))
    const { lent, provider } = keeping(tokens(1))
    await expectCode(connectMcpServer('a', { url: server.url, authProvider: provider }), 'credential_rejected')
    await expectCode(use(lent[0], server.url) ?? Promise.resolve(), 'connection_closed')
  })

  it('are those of the caller, where there are some, and stay open', async () => {
    await using server = await startHttpServer()
    const exchange = createHttpExchange()
    const { lent, provider } = keeping(tokens(1))
    await (await connectMcpServer('a', { url: server.url, authProvider: provider, exchange })).close()
    expect(lent).toEqual([exchange])
    await use(exchange, server.url)
    await exchange.close()
  })
})

it('a header that a credential has already is refused', async () => {
  const options = { url: 'https://mcp.example/', authProvider: tokens(1), headers: { authorization: 'Bearer mine' } }
  const error = await expectCode(connectMcpServer('a', options), 'header_invalid')
  expect(inspect(error, { depth: null })).not.toContain('CANARY')
})
