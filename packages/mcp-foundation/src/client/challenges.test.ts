// Dispatch once, with credentials that can be renewed: what is on the wire when a server challenges a message.
import { once } from 'node:events'
import { GovernedError } from '@b10x/ports/errors'
import type { HttpAuthorization } from '@b10x/ports'
import { LEGACY, answering, expectCode, neverAnswer, rpcError, startHttpServer, startSseServer } from '@b10x/testkit'
import type { ScriptPart, SseServer } from '@b10x/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { scriptAuthorization } from '../__fixtures__/scripted-authorization.ts'
import type { Answer } from '../__fixtures__/scripted-authorization.ts'
import { connect } from '../connect.ts'
import { httpTransport } from '../http.ts'
import { sseTransport } from '../sse.ts'
import type { ConnectOptions, McpClient } from './mcp-client.ts'

type Server = Pick<SseServer, 'url' | 'requests' | 'count' | 'received' | 'openSockets' | 'close'>

const CHALLENGE = { 401: 'Bearer error="invalid_token"', 403: 'Bearer error="insufficient_scope", scope="more"' } as const

/** The nth message of a method is challenged; without a number, each of them. */
function challenge(on: string, status: 401 | 403, nth?: number): ScriptPart {
  return answering(on, { status, sse: false, headers: { 'www-authenticate': CHALLENGE[status] }, steps: [] }, nth)
}

async function open(start: (...parts: ScriptPart[]) => Promise<Server>, ...parts: ScriptPart[]): Promise<Server> {
  const server = await start(...parts)
  onTestFinished(() => server.close())
  return server
}

async function clientOf(server: Server, authorization: HttpAuthorization, options: ConnectOptions = {}): Promise<McpClient> {
  const transport = server.url.endsWith('/sse') ? sseTransport(server.url, { authorization }) : httpTransport(server.url, { authorization })
  const client = await connect(transport, options)
  onTestFinished(() => client.close())
  return client
}

/** The credentials with which a method arrived, in order. */
function tokensOf(server: Server, on: string): readonly unknown[] {
  return server.requests.filter(({ httpMethod, message }) => httpMethod === on || message?.method === on).map(({ headers }) => headers['authorization'])
}

function callsOf(server: Server): Server['requests'] {
  return server.requests.filter(({ message }) => message?.method === 'tools/call')
}

describe.each([
  ['Streamable HTTP', startHttpServer],
  ['HTTP+SSE', startSseServer]
] as const)('a challenge to a call over %s', (_name, start) => {
  it('is answered once, and the call is sent once more with other credentials', async () => {
    const server = await open(start, challenge('tools/call', 401, 1))
    const authorization = scriptAuthorization()
    const client = await clientOf(server, authorization)
    expect(await client.callTool('t')).toMatchObject({ kind: 'complete' })
    expect(tokensOf(server, 'tools/call')).toEqual(['Bearer t1', 'Bearer t2'])
    const [first, second, ...more] = callsOf(server)
    expect([second?.body, more]).toEqual([first?.body, []])
    expect(authorization.challenges).toMatchObject([{ status: 401, wwwAuthenticate: [CHALLENGE[401]] }])
    expect(authorization.challenges[0]?.sent).toContainEqual(['authorization', 'Bearer t1'])
  })

  it.each([401, 403] as const)('that comes again with %i stands', async (status) => {
    const server = await open(start, challenge('tools/call', status))
    const authorization = scriptAuthorization()
    const client = await clientOf(server, authorization)
    expect((await expectCode(client.callTool('t'), 'credential_rejected')).details).toEqual({ status })
    expect([server.count('tools/call'), authorization.challenges.length]).toEqual([2, 1])
    // The next call may ask again.
    await expectCode(client.callTool('t'), 'credential_rejected')
    expect([server.count('tools/call'), authorization.challenges.length]).toEqual([4, 2])
  })

  it('of each status is answered: three messages at most', async () => {
    const server = await open(start, challenge('tools/call', 401, 1), challenge('tools/call', 403, 2), challenge('tools/call', 401, 3))
    const authorization = scriptAuthorization()
    const client = await clientOf(server, authorization)
    expect((await expectCode(client.callTool('t'), 'credential_rejected')).details).toEqual({ status: 401 })
    expect(tokensOf(server, 'tools/call')).toEqual(['Bearer t1', 'Bearer t2', 'Bearer t3'])
    expect(authorization.challenges.map(({ status }) => status)).toEqual([401, 403])
  })

  it('stands when the answer is no', async () => {
    const server = await open(start, challenge('tools/call', 403))
    const authorization = scriptAuthorization(async () => false)
    const client = await clientOf(server, authorization)
    expect((await expectCode(client.callTool('t'), 'credential_rejected')).details).toEqual({ status: 403 })
    expect([server.count('tools/call'), authorization.challenges.length]).toEqual([1, 1])
  })

  it('fails the call with what the answer throws, and its outcome is known', async () => {
    const server = await open(start, challenge('tools/call', 401))
    const thrown = new GovernedError('authorization_required', {})
    const client = await clientOf(server, scriptAuthorization(() => Promise.reject(thrown)))
    await expect(client.callTool('t')).rejects.toBe(thrown)
    expect(server.count('tools/call')).toBe(1)
  })

  it.each([
    ['throws', () => { throw new Error('s3cret') }],
    ['rejects', () => Promise.reject(new Error('s3cret'))]
  ])('is credential_rejected when the answer %s something else', async (_how, answer) => {
    const server = await open(start, challenge('tools/call', 401))
    const client = await clientOf(server, { headers: () => ({}), answerChallenge: answer })
    const error = await expectCode(client.callTool('t'), 'credential_rejected')
    expect([error.details, error.cause]).toEqual([{ status: 401 }, new Error('s3cret')])
    expect(JSON.stringify(error)).not.toContain('s3cret')
  })

  it.each([
    ['the caller aborts', 'cancelled', {}],
    ['the deadline passes', 'deadline_exceeded', { bounds: { callDeadlineMs: 300 } }]
  ] as const)('waits for its answer until %s: nothing ran, and no cancellation is owed', async (how, code, options) => {
    const server = await open(start, { protocolVersions: LEGACY }, challenge('tools/call', 401))
    const caller = new AbortController()
    const ends: unknown[] = []
    const answerChallenge: Answer = (_challenge, signal) => {
      if (how === 'the caller aborts') setImmediate(() => caller.abort())
      // What an interrupted answer makes of it does not matter.
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ends.push(signal.reason)
          reject(new GovernedError('token_request_failed', { error: 'other', status: null }))
        })
      })
    }
    const client = await clientOf(server, { headers: () => ({}), answerChallenge }, options)
    const error = await expectCode(client.callTool('t', {}, { signal: caller.signal }), code)
    expect(ends).toEqual([error])
    expect([server.count('tools/call'), server.count('notifications/cancelled')]).toEqual([1, 0])
  })

  it('waits for its answer until the client closes', async () => {
    const server = await open(start, challenge('tools/call', 401))
    const asked = new EventTarget()
    const client = await clientOf(server, scriptAuthorization((_challenge, given) => {
      asked.dispatchEvent(new CustomEvent('asked', { detail: given }))
      return new Promise(() => {})
    }))
    const asking = once(asked, 'asked') as Promise<[CustomEvent<AbortSignal>]>
    const outcome = expectCode(client.callTool('t'), 'connection_closed')
    const [{ detail: signal }] = await asking
    await client.close()
    await outcome
    expect([signal.aborted, server.count('tools/call')]).toEqual([true, 1])
  })

  it('does not make the outcome of what is sent afterwards known', async () => {
    const server = await open(start, answering('tools/call', neverAnswer()), challenge('tools/call', 401, 1))
    const client = await clientOf(server, scriptAuthorization(), { bounds: { callDeadlineMs: 2_000 } })
    const caller = new AbortController()
    const outcome = expectCode(client.callTool('t', {}, { signal: caller.signal }), 'outcome_unknown')
    await server.received('tools/call', 2)
    caller.abort()
    expect((await outcome).details).toEqual({ because: 'cancelled' })
  })

  it('to a part of the handshake or of a listing is answered, too', async () => {
    const methods = ['initialize', 'tools/list']
    const server = await open(start, { protocolVersions: LEGACY }, ...methods.map((on) => challenge(on, 401, 1)))
    const client = await clientOf(server, scriptAuthorization())
    await client.freeze()
    expect(methods.map((on) => server.count(on))).toEqual([2, 2])
  })
})

describe('over Streamable HTTP', () => {
  it('a challenge to the probe is answered, and the era is found', async () => {
    const server = await open(startHttpServer, challenge('server/discover', 401, 1))
    const client = await clientOf(server, scriptAuthorization())
    expect([client.era, server.count('server/discover')]).toEqual(['modern', 2])
  })

  it('a 403 that says what is wrong with the message is an answer and no challenge', async () => {
    const server = await open(startHttpServer, answering('tools/call', rpcError(-32021, 'm', { status: 403 })))
    const authorization = scriptAuthorization()
    const client = await clientOf(server, authorization)
    expect((await expectCode(client.callTool('t'), 'remote_error')).details).toEqual({ rpcCode: -32021 })
    expect([server.count('tools/call'), authorization.challenges.length]).toEqual([1, 0])
  })

  it('notifications and the end of a session carry credentials and answer no challenge', async () => {
    const server = await open(startHttpServer, { protocolVersions: LEGACY, session: true }, challenge('DELETE', 401), challenge('notifications/initialized', 401))
    const authorization = scriptAuthorization()
    const client = await clientOf(server, authorization)
    await client.freeze()
    await client.close()
    expect([tokensOf(server, 'notifications/initialized'), tokensOf(server, 'DELETE')]).toEqual([['Bearer t1'], ['Bearer t1']])
    expect(authorization.challenges).toEqual([])
  })
})

describe('over HTTP+SSE', () => {
  it('a challenge to the event stream is answered once', async () => {
    const server = await open(startSseServer, challenge('GET', 401, 1))
    const authorization = scriptAuthorization()
    await clientOf(server, authorization)
    expect([tokensOf(server, 'GET'), authorization.challenges.length]).toEqual([['Bearer t1', 'Bearer t2'], 1])
  })

  it.each([
    ['stands when it comes again', async () => true, 'credential_rejected', 2],
    ['fails opening with what the answer throws', () => Promise.reject(new GovernedError('authorization_required', {})), 'authorization_required', 1]
  ])('a challenge to the event stream %s', async (_how, answer, code, times) => {
    const server = await open(startSseServer, challenge('GET', 401))
    await expectCode(clientOf(server, scriptAuthorization(answer)), code)
    expect(server.count('GET')).toBe(times)
    expect(server.openSockets()).toBeLessThanOrEqual(1)
  })
})
