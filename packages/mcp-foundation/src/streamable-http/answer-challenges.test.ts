import { inspect } from 'node:util'
import { expectCode } from '@b10x/testkit'
import { expect, it, onTestFinished, vi } from 'vitest'
import { scriptAuthorization } from '../__fixtures__/scripted-authorization.ts'
import { openChannel, wireRequest } from './__fixtures__/open-fixture.ts'
import { json, response, resultFor, startRawServer } from './__fixtures__/raw-server.ts'
import type { RawRequest, RawServer } from './__fixtures__/raw-server.ts'
import type { HttpExchange } from './http-exchange.ts'

/** Refuses everything but one token. */
function guarded(token: string, refusal: Buffer | string = response(401, { 'www-authenticate': 'Bearer' })): Promise<RawServer> {
  return startRawServer((socket, request) => {
    socket.write(request.headers.authorization === `Bearer ${token}` ? json(resultFor(request)) : refusal)
  })
}

const tokens = (requests: readonly RawRequest[]): readonly unknown[] => requests.map(({ headers }) => headers.authorization)

it('tells what the server would accept, line by line, and what was sent', async () => {
  const lines = ['Basic realm="a, b"', 'Bearer resource_metadata="https://example.test/meta"']
  const server = await guarded('t2', `HTTP/1.1 401 No\r\n${lines.map((line) => `WWW-Authenticate: ${line}\r\n`).join('')}content-length: 0\r\n\r\n`)
  const authorization = scriptAuthorization()
  const channel = await openChannel(server.url, { authorization, headers: { 'x-key': 'k' } })
  await channel.request(wireRequest({ headers: [['mcp-method', 'tools/call']] }))
  expect(authorization.challenges).toEqual([{ status: 401, wwwAuthenticate: lines, sent: expect.any(Array) }])
  const { sent } = authorization.challenges[0] ?? {}
  for (const header of [['x-key', 'k'], ['authorization', 'Bearer t1'], ['mcp-method', 'tools/call']]) expect(sent).toContainEqual(header)
})

it('hands on no more than sixteen lines, none of more than 4096 characters, and none in part', async () => {
  const lines = [`Bearer ${'x'.repeat(4096)}`, `Bearer ${'y'.repeat(4089)}`, ...Array.from({ length: 20 }, (_none, n) => `Scheme${n}`)]
  const server = await guarded('t2', `HTTP/1.1 401 No\r\n${lines.map((line) => `www-authenticate: ${line}\r\n`).join('')}content-length: 0\r\n\r\n`)
  const authorization = scriptAuthorization()
  await (await openChannel(server.url, { authorization })).request(wireRequest())
  expect(authorization.challenges[0]?.wwwAuthenticate).toEqual(lines.slice(1, 17))
})

it('text of a challenge is in no refusal', async () => {
  const server = await guarded('never', response(403, { 'www-authenticate': 'Bearer error="s3cret"', 'content-type': 'application/json' }, '{"s3cret":1}'))
  const channel = await openChannel(server.url, { authorization: scriptAuthorization(async () => false) })
  const error = await expectCode(channel.request(wireRequest()), 'credential_rejected')
  expect(inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + inspect(error.cause)).not.toContain('s3cret')
})

it('every challenge is told before it is answered, and each message before it is sent', async () => {
  const server = await guarded('t2')
  const told: string[] = []
  const authorization = scriptAuthorization(async () => told.push('answered') > 0)
  const channel = await openChannel(server.url, { authorization })
  await channel.request({ ...wireRequest(), onDispatch: () => told.push('dispatched'), onChallenge: () => told.push('challenged') })
  expect(told).toEqual(['dispatched', 'challenged', 'answered', 'dispatched'])
})

it('a challenge whose response never ends is answered all the same', async () => {
  const server = await guarded('t2', 'HTTP/1.1 401 No\r\nwww-authenticate: Bearer\r\ncontent-length: 10\r\n\r\nabc')
  expect((await (await openChannel(server.url, { authorization: scriptAuthorization() })).request(wireRequest())).message.kind).toBe('result')
  expect(tokens(server.requests)).toEqual(['Bearer t1', 'Bearer t2'])
})

it('calls that meet a challenge together are asked about each, and each is sent once more', async () => {
  const server = await guarded('t2')
  let renewed = false
  const channel = await openChannel(server.url, {
    authorization: {
      headers: () => ({ authorization: renewed ? 'Bearer t2' : 'Bearer t1' }),
      answerChallenge: async () => (renewed = true)
    }
  })
  const ids = [1, 2, 3, 4, 5]
  const answers = await Promise.all(ids.map((id) => channel.request(wireRequest({ id }))))
  expect(answers.map(({ message }) => message.id)).toEqual(ids)
  for (const id of ids) expect(server.requests.filter(({ body }) => body.includes(`"id":${id},`)).length).toBeLessThanOrEqual(2)
})

it('credentials that do not come end with the signal of the request, which they are told', async () => {
  const server = await guarded('t1')
  const controller = new AbortController()
  const given: AbortSignal[] = []
  const channel = await openChannel(server.url, {
    authorization: {
      headers: (signal) => {
        given.push(signal)
        return new Promise(() => {})
      },
      answerChallenge: () => expect.unreachable()
    }
  })
  const outcomes = [channel.request(wireRequest({ signal: controller.signal })), channel.request(wireRequest({ id: 8 }))]
  const closed = expectCode(outcomes[1] as Promise<unknown>, 'connection_closed')
  controller.abort(new Error('enough'))
  await expect(outcomes[0]).rejects.toBe(controller.signal.reason)
  await channel.close()
  await closed
  expect(given.map(({ aborted }) => aborted)).toEqual([true, true])
  expect(server.requests).toHaveLength(0)
})

it('a request that is answered leaves no listener on its signal, however often it was challenged', async () => {
  const refusals = [response(401, {}), response(403, {})]
  const server = await startRawServer((socket, request) => socket.write(refusals[request.index] ?? json(resultFor(request))))
  const controller = new AbortController()
  const added = vi.spyOn(controller.signal, 'addEventListener')
  const removed = vi.spyOn(controller.signal, 'removeEventListener')
  const channel = await openChannel(server.url, { authorization: scriptAuthorization() })
  await channel.request(wireRequest({ signal: controller.signal }))
  expect(server.requests).toHaveLength(3)
  expect(added.mock.calls.length).toBeGreaterThan(3)
  expect(removed.mock.calls.length).toBe(added.mock.calls.length)
})

it('works over an exchange of the caller', async () => {
  const seen: unknown[] = []
  const exchange: HttpExchange = {
    async exchange({ headers, onDispatch }, sink) {
      onDispatch()
      seen.push(headers.find(([name]) => name === 'authorization')?.[1])
      sink.onHead(seen.length === 1 ? 401 : 200, [['content-type', 'application/json'], ['www-authenticate', 'Bearer']])
      sink.onChunk(Buffer.from('{"jsonrpc":"2.0","id":7,"result":{}}'))
    },
    close: () => Promise.resolve()
  }
  const channel = await openChannel('https://example.test/', { exchange, authorization: scriptAuthorization() })
  onTestFinished(() => channel.close())
  expect((await channel.request(wireRequest())).message.kind).toBe('result')
  expect(seen).toEqual(['Bearer t1', 'Bearer t2'])
})
