// Remote servers, well-behaved and wrong in one thing each. What a person does with the tools is in `__examples__`.
import { inspect } from 'node:util'
import { createHttpExchange } from '@b10x/mcp-foundation/http'
import type { HttpExchange } from '@b10x/ports'
import { answering, body, deviations, expectCode, LEGACY, messages, MODERN, neverAnswer, result, startHttpServer, startSseServer, tool } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { describe, expect, it, vi } from 'vitest'
import { REMOTE } from '../admission/admitted-tools.ts'
import { connectMcpServer } from './connect-mcp-server.ts'
import type { McpServerConnection } from './connect-mcp-server.ts'
import type { McpServerOptions } from './server-options.ts'

const LIST_CHANGED = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'
const TOOLS: ScriptPart = { tools: [tool('t'), tool('u')] }

const call = (connection: McpServerConnection, name = 't'): Promise<unknown> => connection.tools[REMOTE].call(name, {}, {})

/** The server learns of an end a little after us. */
const noSocketsLeft = (server: { openSockets(): number }): Promise<void> => vi.waitFor(() => expect(server.openSockets()).toBe(0))

async function withConnection(options: McpServerOptions, use: (connection: McpServerConnection) => Promise<void>): Promise<void> {
  const connection = await connectMcpServer('a', options)
  try {
    await use(connection)
  } finally {
    await connection.close()
  }
}

describe.each([
  ['Streamable HTTP', 'streamable-http', MODERN, 'modern', '2026-07-28'],
  ['Streamable HTTP', 'streamable-http', LEGACY, 'legacy', '2025-11-25'],
  ['HTTP+SSE', 'sse', LEGACY, 'legacy', '2025-11-25']
] as const)('%s with %s, revisions %s', (_, transport, protocolVersions, era, protocolVersion) => {
  const start = (...parts: readonly ScriptPart[]) => {
    const script = [TOOLS, { protocolVersions, session: transport === 'streamable-http' && era === 'legacy' }, ...parts]
    return transport === 'sse' ? startSseServer(...script) : startHttpServer(...script)
  }

  it('admits, calls, and leaves nothing', async () => {
    await using server = await start()
    const connection = await connectMcpServer('my-server', { url: server.url, transport, denyTools: ['u'], effects: { t: 'read' } })
    expect([connection.name, connection.era, connection.protocolVersion, connection.driftSuspected]).toEqual(['my-server', era, protocolVersion, false])
    expect(connection.tools.tools.map(({ published: { name, effect, source } }) => [name, effect, source])).toEqual([['my-server_t', 'read', 'my-server']])
    expect(connection.tools.leftOut).toEqual([{ remoteName: 'u', reason: 'denied' }])
    expect(connection.snapshot.tools).toHaveLength(2)
    expect(connection.snapshot.endpoint.transport).toBe(transport)
    expect(await call(connection)).toMatchObject({ kind: 'complete', isError: false })
    await Promise.all([connection.close(), connection.close()])
    await noSocketsLeft(server)
    await expectCode(call(connection), 'connection_closed')
    await expectCode(connection.reconnect(), 'connection_closed')
    expect(server.count('tools/call')).toBe(1)
  })

  it('ends calls in flight when it is closed', async () => {
    await using server = await start(answering('tools/call', neverAnswer()))
    const connection = await connectMcpServer('a', { url: server.url, transport })
    const calling = expectCode(call(connection), 'outcome_unknown')
    await server.received('tools/call')
    await connection.close()
    await calling
    await noSocketsLeft(server)
  })

  it('ends with its signal while it connects', async () => {
    await using server = await start(answering('tools/list', neverAnswer()))
    const stop = new AbortController()
    const connecting = expectCode(connectMcpServer('a', { url: server.url, transport, signal: stop.signal }), 'cancelled')
    await server.received('tools/list')
    stop.abort()
    await connecting
    await noSocketsLeft(server)
  })

  it('F4: refuses twins of one server, and leaves nothing', async () => {
    await using server = await start(deviations.nameTwins())
    await expectCode(connectMcpServer('a', { url: server.url, transport }), 'tool_name_duplicate')
    await noSocketsLeft(server)
  })

  it('reconnects to the same tools', async () => {
    await using server = await start()
    await withConnection({ url: server.url, transport }, async (connection) => {
      const { tools } = connection
      await connection.reconnect()
      expect(connection.tools).toBe(tools)
      expect(await call(connection)).toMatchObject({ kind: 'complete' })
      expect(server.count('tools/list')).toBe(2)
    })
    await noSocketsLeft(server)
  })

  it.each([
    ['added', { tools: [tool('t'), tool('u'), tool('v')] }],
    ['dropped', { tools: [tool('t')] }],
    ['changed', { tools: [tool('t'), tool('u', { description: 'Now it does more.' })] }]
  ])('X-09: refuses to reconnect after a tool was %s, and calls nothing any more', async (_kind, changed) => {
    const later = { ...changed, resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
    await using server = await start(answering('tools/list', result(later), 2))
    await withConnection({ url: server.url, transport }, async (connection) => {
      const error = await expectCode(connection.reconnect(), 'snapshot_mismatch')
      expect(error.details).toEqual({ differences: 1 })
      await expectCode(call(connection), 'connection_closed')
      await expectCode(connection.reconnect(), 'connection_closed')
      expect(server.count('tools/call')).toBe(0)
    })
    await noSocketsLeft(server)
  })
})

describe('the revision', () => {
  it('is the one that was asked for', async () => {
    await using server = await startHttpServer()
    await withConnection({ url: server.url, protocolVersion: '2025-06-18' }, async ({ protocolVersion, era }) => {
      expect([protocolVersion, era]).toEqual(['2025-06-18', 'legacy'])
      expect(server.count('server/discover')).toBe(0)
      await Promise.resolve()
    })
  })

  it('stays the same over reconnecting: a server that no longer speaks it is another one', async () => {
    await using server = await startHttpServer({ protocolVersions: LEGACY })
    await withConnection({ url: server.url }, async (connection) => {
      server.become({ protocolVersions: MODERN })
      await expectCode(connection.reconnect(), 'protocol_revision_changed')
      await expectCode(call(connection), 'connection_closed')
    })
  })
})

it('a server that is not there for a while changes nothing', async () => {
  await using server = await startHttpServer()
  await withConnection({ url: server.url }, async (connection) => {
    server.become(answering('tools/list', body(503, {})))
    await expectCode(connection.reconnect(), 'http_status_unexpected')
    expect(await call(connection)).toMatchObject({ kind: 'complete' })
  })
})

it('a suspicion of drift changes no tool, and is told once', async () => {
  const changed = answering('tools/call', messages(LIST_CHANGED, '{{good}}'))
  await using server = await startHttpServer({ capabilities: { tools: { listChanged: true } } }, changed)
  await withConnection({ url: server.url }, async (connection) => {
    const { tools } = connection
    await call(connection)
    await call(connection)
    expect(connection.driftSuspected).toBe(true)
    expect(connection.tools).toBe(tools)
    expect(tools[REMOTE].drainEvents()).toEqual([{ kind: 'drift_suspected' }])
    expect(tools[REMOTE].drainEvents()).toEqual([])
    expect(server.count('tools/list')).toBe(1)
    await connection.reconnect()
    expect(connection.driftSuspected).toBe(false)
  })
})

describe('F6: a call that may have run is never sent again', () => {
  it.each([
    ['the server closes the socket', deviations.ghostOutcome(), 'outcome_unknown'],
    ['the server closes inside the body', deviations.ghostMidBody(), 'outcome_unknown'],
    ['the session is gone', deviations.sessionGone(), 'session_expired'],
    ['headers and body are said to disagree', { protocolVersions: MODERN, ...deviations.headerMismatch() }, 'header_mismatch'],
    ['the server wants a credential', deviations.unauthorized(), 'credential_rejected']
  ] as const)('%s', async (_, deviation, code) => {
    await using server = await startHttpServer(deviation)
    await withConnection({ url: server.url }, async (connection) => {
      await expectCode(call(connection), code)
      expect(server.count('tools/call')).toBe(1)
      expect(connection.tools[REMOTE].drainEvents()).toEqual([])
    })
  })
})

describe('headers', () => {
  it('reach every request, are known as secrets, and are shown by nothing', async () => {
    await using server = await startHttpServer(TOOLS)
    await withConnection({ url: server.url, headers: { authorization: 'Bearer CANARY-1234', 'x-key': 'CANARY-5678' } }, async (connection) => {
      await call(connection)
      expect(server.requests.every(({ headers }) => headers['authorization'] === 'Bearer CANARY-1234' && headers['x-key'] === 'CANARY-5678')).toBe(true)
      expect(connection.tools[REMOTE].sentSecrets()).toEqual(['CANARY-1234', 'CANARY-5678'])
      const shown = inspect(connection, { showHidden: true, depth: null }) + JSON.stringify(connection) + JSON.stringify(connection.tools)
      expect(shown).not.toContain('CANARY')
      expect(connection.snapshot.authorization).toBe('headers')
    })
  })

  it('of a function are asked for each request', async () => {
    await using server = await startHttpServer()
    let asked = 0
    await withConnection({ url: server.url, headers: () => ({ 'x-key': `CANARY-${(asked += 1)}000` }) }, async (connection) => {
      await call(connection)
      const sent = server.requests.map(({ headers }) => headers['x-key'])
      expect(new Set(sent).size).toBe(server.requests.length)
      expect(connection.tools[REMOTE].sentSecrets()).toEqual(expect.arrayContaining(sent))
    })
  })

  it('F7: are in no refusal, when the server sends them back', async () => {
    await using server = await startHttpServer(answering('tools/list', body(404, {}, 'no such user: Bearer CANARY-1234')))
    const connecting = connectMcpServer('a', { url: server.url, headers: { authorization: 'Bearer CANARY-1234' } })
    const error = await expectCode(connecting, 'http_status_unexpected')
    expect(inspect(error, { depth: null }) + JSON.stringify(error) + String(error.stack)).not.toContain('CANARY')
    await noSocketsLeft(server)
  })
})

it('F10: bad tools are left out with their reasons', async () => {
  await using server = await startHttpServer(deviations.badApples())
  await withConnection({ url: server.url }, async ({ tools }) => {
    expect(tools.tools).toHaveLength(20)
    expect(tools.leftOut.map(({ reason }) => reason)).toEqual(['invalid', 'invalid', 'invalid'])
    await expectCode(tools[REMOTE].call('dangling', {}, {}), 'tool_invalid')
  })
})

it('F14: nothing invisible is published', async () => {
  await using server = await startHttpServer(deviations.invisibleText())
  await withConnection({ url: server.url }, async ({ tools }) => {
    expect(tools.tools).toEqual([])
    expect(new Set(tools.leftOut.map(({ reason }) => reason))).toEqual(new Set(['unseen_text']))
    await Promise.resolve()
  })
})

it('an exchange of the caller carries everything, and stays open', async () => {
  await using server = await startHttpServer()
  const own = createHttpExchange()
  const carried: string[] = []
  let closes = 0
  const exchange: HttpExchange = {
    exchange(request, sink) {
      carried.push(request.method)
      return own.exchange(request, sink)
    },
    close() {
      closes += 1
      return own.close()
    }
  }
  try {
    await withConnection({ url: server.url, exchange }, async (connection) => void (await call(connection)))
    expect(carried).toHaveLength(server.requests.length)
    expect(closes).toBe(0)
  } finally {
    await own.close()
  }
})

describe('options', () => {
  it.each<[string, string, object]>([
    ['a misspelt one', 'denyTool', { denyTool: ['x'] }],
    ['another transport', 'transport', { transport: 'stdio' }],
    ['patterns that are no list', 'allowTools', { allowTools: 'get_*' }],
    ['an effect that is none', 'effects', { effects: { t: 'safe' } }],
    ['one effect for all of a remote server', 'effect', { effect: 'read' }],
    ['a provider of somebody else', 'authProvider', { authProvider: { tokens: () => undefined } }],
    ['a code without a provider', 'authorizationCode', { authorizationCode: 'x' }],
    ['a response without a provider', 'authorizationResponse', { authorizationResponse: 'x' }],
    ['a code and a response', 'authorizationCode', { authorizationCode: 'x', authorizationResponse: 'y' }]
  ])('%s is refused: %s', async (_, option, options) => {
    await using server = await startHttpServer()
    const error = await expectCode(connectMcpServer('a', { url: server.url, ...options }), 'option_invalid')
    expect(error.details).toMatchObject({ option })
    expect(server.socketsOpened).toBe(0)
  })

  it.each(['', 'a\u202eb', 'x'.repeat(65)])('a name of %o is refused', async (name) => {
    const error = await expectCode(connectMcpServer(name, { url: 'http://127.0.0.1:1/' }), 'option_invalid')
    expect(error.details).toMatchObject({ option: 'name' })
  })

  it.each([
    ['no address', 'endpoint_invalid', { url: undefined as unknown as string }],
    ['plain http to another machine', 'endpoint_invalid', { url: 'http://mcp.example/' }],
    ['a header that cannot be sent', 'header_invalid', { url: 'https://mcp.example/', headers: { 'x-key': 'a\nb' } }],
    ['a bound that is none', 'bounds_invalid', { url: 'https://mcp.example/', bounds: { maxTools: 0 } }],
    ['a pin of another build', 'foundation_release_mismatch', { url: 'https://mcp.example/', foundation: { version: '0.0.1', revision: '0'.repeat(40) } }]
  ] as const)('%s is refused: %s', async (_, code, options) => {
    await expectCode(connectMcpServer('a', options), code)
  })

  it('undefined is the same as absent', async () => {
    await using server = await startHttpServer()
    const absent = { headers: undefined, authProvider: undefined, authorizationCode: undefined, allowTools: undefined, effects: undefined, signal: undefined, bounds: undefined, exchange: undefined }
    await withConnection({ url: server.url, ...absent }, async ({ tools }) => {
      expect(tools.tools).toHaveLength(1)
      await Promise.resolve()
    })
  })

  it('bounds hold', async () => {
    await using server = await startHttpServer(TOOLS)
    const error = await expectCode(connectMcpServer('a', { url: server.url, bounds: { maxTools: 1 } }), 'bound_exceeded')
    expect(error.details).toMatchObject({ bound: 'maxTools', limit: 1 })
    await noSocketsLeft(server)
  })
})
