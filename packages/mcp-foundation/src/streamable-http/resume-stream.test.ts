import { EventEmitter, once } from 'node:events'
import type { HttpAuthorization } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { expectCode } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { scriptAuthorization } from '../__fixtures__/scripted-authorization.ts'
import { openChannel, wireRequest } from './__fixtures__/open-fixture.ts'
import { STREAM_HEAD, chunk, events, json, response, startRawServer } from './__fixtures__/raw-server.ts'
import type { RawRequest, RawServer } from './__fixtures__/raw-server.ts'

const OK = '{"jsonrpc":"2.0","id":7,"result":{"ok":true}}'
const ANSWER = `data: ${OK}\n\n`
const HEADERS = [['mcp-protocol-version', '2025-11-25'], ['mcp-session-id', 's']] as const
const prime = (id: string): string => `retry: 0\nid: ${id}\ndata:\n\n`

/** Answers the POST with the first stream and each GET with the next; the last one again and again. */
function streams(...bodies: readonly (string | Uint8Array)[]): Promise<RawServer> {
  return startRawServer((socket, { index }) => {
    const body = bodies[Math.min(index, bodies.length - 1)] ?? ''
    socket.write(typeof body === 'string' ? events(body) : body)
  })
}

function gets(server: RawServer): readonly RawRequest[] {
  return server.requests.filter(({ method }) => method === 'GET')
}

describe('a legacy stream that ends early', () => {
  it('goes on by GET from its last event id, and the call is sent once', async () => {
    const server = await streams(prime('e1'), ANSWER)
    const channel = await openChannel(server.url, { headers: { authorization: 'Bearer t' } })
    const request = wireRequest({ headers: [...HEADERS, ['x-other', 'o']] })
    expect(await channel.request(request)).toMatchObject({ status: 200, message: { resultText: '{"ok":true}' } })
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
    expect(gets(server)[0]?.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      accept: 'text/event-stream',
      'accept-encoding': 'identity',
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': 's',
      'last-event-id': 'e1',
      authorization: 'Bearer t'
    })
    expect(request.dispatches()).toBe(1)
  })

  it('hands over what each stream brings, the session id of the first response included', async () => {
    const note = (n: number): string => `data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"n":${n}}}\n\n`
    const first = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nmcp-session-id: s1\r\nconnection: close\r\n\r\n${prime('1')}${note(1)}`
    const server = await startRawServer((socket, { index }) => {
      if (index === 0) socket.end(first)
      else socket.write(events(note(2) + ANSWER))
    })
    const request = wireRequest()
    expect((await (await openChannel(server.url)).request(request)).sessionId).toBe('s1')
    expect(request.notifications.map(({ params }) => params.n)).toEqual([1, 2])
  })

  it('is resumed when it is cut, and drops what was not complete', async () => {
    const server = await startRawServer((socket, { index }) => {
      if (index === 0) socket.end(STREAM_HEAD + chunk(`${prime('1')}id: 2\ndata: {"half`).toString())
      else socket.write(events(ANSWER))
    })
    await (await openChannel(server.url)).request(wireRequest())
    expect(gets(server).map(({ headers }) => headers['last-event-id'])).toEqual(['1'])
  })

  it('is resumed as often as ids make progress', async () => {
    const server = await streams(...Array.from({ length: 30 }, (_none, n) => prime(String(n))), ANSWER)
    await (await openChannel(server.url)).request(wireRequest())
    expect(gets(server)).toHaveLength(30)
  })

  it('is given up after 16 resumptions without a new id', async () => {
    const server = await streams(prime('1'))
    await expectCode((await openChannel(server.url)).request(wireRequest()), 'stream_ended')
    expect(gets(server)).toHaveLength(16)
  })

  it('is asked for again when the server restarts meanwhile', async () => {
    const server = await startRawServer((socket, { index }) => {
      if (index === 0) socket.write(events(prime('1')))
      else if (index < 3) socket.destroy()
      else socket.write(events(ANSWER))
    })
    await (await openChannel(server.url)).request(wireRequest())
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET'])
  })

  it.each([
    ['no id', 'data:\n\n'],
    ['an id taken back', `${prime('1')}id\n\n`],
    ['an id that no header can carry', prime('\u4e16')],
    ['an id of more than 1024 characters', prime('x'.repeat(1025))]
  ])('is not resumed with %s', async (_name, body) => {
    const server = await streams(body)
    await expectCode((await openChannel(server.url)).request(wireRequest()), 'stream_ended')
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['a refusal', response(405, {})],
    ['an unknown session', json('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":""}}', 404)],
    ['a challenge, which would say that nothing ran', response(401, { 'www-authenticate': 'Bearer' })],
    ['a redirect', response(302, { location: 'http://127.0.0.1:1/' })],
    ['JSON', json(OK)],
    ['nothing', response(202, {})]
  ])('ends when the GET brings %s', async (_name, bytes) => {
    const server = await streams(prime('1'), bytes)
    await expectCode((await openChannel(server.url)).request(wireRequest()), 'stream_ended')
    expect(gets(server)).toHaveLength(1)
  })

  it('answers a challenge to the GET once, and stays one call', async () => {
    const refused = response(401, { 'www-authenticate': 'Bearer error="invalid_token"' })
    const server = await streams(prime('1'), refused, ANSWER)
    const authorization = scriptAuthorization()
    const request = wireRequest()
    const channel = await openChannel(server.url, { authorization })
    expect((await channel.request(request)).message).toMatchObject({ kind: 'result' })
    expect(server.requests.map(({ method, headers }) => [method, headers.authorization, headers['last-event-id']])).toEqual([
      ['POST', 'Bearer t1', undefined],
      ['GET', 'Bearer t1', '1'],
      ['GET', 'Bearer t2', '1']
    ])
    expect(authorization.challenges).toMatchObject([{ status: 401, wwwAuthenticate: ['Bearer error="invalid_token"'] }])
    expect(request.dispatches()).toBe(1)
  })

  it('answers one challenge to all its GETs together, however far it got', async () => {
    const refused = response(401, {})
    const server = await streams(prime('1'), refused, prime('2'), refused)
    const authorization = scriptAuthorization()
    await expectCode((await openChannel(server.url, { authorization })).request(wireRequest()), 'stream_ended')
    expect([gets(server).length, authorization.challenges.length]).toEqual([3, 1])
  })

  it.each([
    ['the answer to a challenge', 1, new GovernedError('credential_rejected', { status: 401 })],
    ['what gives credentials', 0, new GovernedError('redirect_denied', { status: 302 })]
  ])('ends, and never says that nothing ran, when %s fails', async (_name, refusedGets, failure) => {
    const server = await streams(prime('1'), response(401, {}))
    let asked = 0
    const authorization: HttpAuthorization = {
      headers: () => ((asked += 1) > 1 && refusedGets === 0 ? Promise.reject(failure) : {}),
      answerChallenge: () => Promise.reject(failure)
    }
    const channel = await openChannel(server.url, { authorization })
    const error = await expectCode(channel.request({ ...wireRequest(), onChallenge: () => expect.unreachable() }), 'stream_ended')
    expect([error.cause, gets(server).length]).toEqual([failure, refusedGets])
  })

  it('stays within the bounds of one response', async () => {
    const server = await startRawServer((socket, { index }) => socket.write(events(prime(String(index)))))
    const channel = await openChannel(server.url, { bounds: { maxSseEvents: 5 } })
    expect((await expectCode(channel.request(wireRequest()), 'bound_exceeded')).details).toMatchObject({ bound: 'maxSseEvents', seen: 6 })
    expect(gets(server)).toHaveLength(5)
  })

  it.each([
    ['the caller aborts', (controller: AbortController) => controller.abort(new Error('enough')), 'enough'],
    ['the channel closes', (_controller: AbortController, close: () => void) => close(), 'connection_closed']
  ])('waits as long as the server asks, unless %s', async (_name, end, expected) => {
    const controller = new AbortController()
    const arrived = new EventEmitter()
    const waiting = once(arrived, 'waiting')
    const server = await startRawServer((socket) => {
      socket.write(events('retry: 99999999999\nid: 1\ndata: {"jsonrpc":"2.0","method":"waiting"}\n\n'))
    })
    const channel = await openChannel(server.url)
    const outcome = channel.request({ ...wireRequest({ signal: controller.signal }), onNotification: () => setImmediate(() => arrived.emit('waiting')) })
    const seen = outcome.catch((error: Error & { code?: string }) => error.code ?? error.message)
    await waiting
    end(controller, () => void channel.close())
    expect(await seen).toBe(expected)
    expect(server.requests).toHaveLength(1)
  })
})
