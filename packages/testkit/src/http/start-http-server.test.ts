import { connect } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { answerAfter, answering } from '../script/answer.ts'
import { LEGACY, MODERN, tool } from '../script/script.ts'
import { postModern, rawExchange } from './raw-exchange.ts'
import type { RawOptions, RawResponse } from './raw-exchange.ts'
import { startHttpServer } from './start-http-server.ts'

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function postLegacy(url: string, method: string, params: object, headers: Record<string, string> = {}): Promise<RawResponse> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return rawExchange(url, { headers: { ...JSON_HEADERS, ...headers }, body })
}

const json = (response: RawResponse): unknown => JSON.parse(response.body.toString('utf8'))
const errorCode = (response: RawResponse): number => (json(response) as { error: { code: number } }).error.code

describe('the front of a good server', () => {
  const cases: readonly (readonly [string, RawOptions, number])[] = [
    ['a foreign Origin', { headers: { ...JSON_HEADERS, origin: 'https://evil.example' } }, 403],
    ['another media type', { headers: { ...JSON_HEADERS, 'content-type': 'text/plain' } }, 415],
    ['an Accept without event streams', { headers: { ...JSON_HEADERS, accept: 'application/json' } }, 406],
    ['a GET', { method: 'GET' }, 405],
    ['a DELETE without sessions', { method: 'DELETE' }, 405],
    ['a body that is not JSON', { body: '{' }, 400],
    ['a batch', { body: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]' }, 400],
    ['an id that is null', { body: '{"jsonrpc":"2.0","id":null,"method":"ping"}' }, 400]
  ]
  test.each(cases)('refuses %s', async (_, options, status) => {
    await using server = await startHttpServer()
    expect((await rawExchange(server.url, options)).status).toBe(status)
  })

  test('asks for the routing headers of the modern era', async () => {
    await using server = await startHttpServer()
    for (const wrong of [{ 'mcp-method': 'tools/call' }, { 'mcp-protocol-version': '2025-11-25' }]) {
      const answer = await postModern(server.url, 'tools/list', {}, { headers: wrong })
      expect([answer.status, errorCode(answer)]).toEqual([400, -32020])
    }
    expect((await postModern(server.url, 'tools/list')).status).toBe(200)
  })

  test.each([
    ['missing', {}],
    ['different', { 'mcp-param-row': '8' }]
  ])('refuses a parameter header that is %s', async (_, headers) => {
    const rows = { type: 'object', properties: { row: { type: 'integer', 'x-mcp-header': 'Row' } } }
    await using server = await startHttpServer({ tools: [tool('t', { inputSchema: rows })] })
    const call = { name: 't', arguments: { row: 7 } }
    const refused = await postModern(server.url, 'tools/call', call, { headers })
    expect([refused.status, errorCode(refused)]).toEqual([400, -32020])
    const taken = await postModern(server.url, 'tools/call', call, { headers: { 'mcp-param-row': '=?base64?Nw==?=' } })
    expect(taken.status).toBe(200)
  })
})

describe('eras', () => {
  test('a modern server names its versions in its answer to initialize', async () => {
    await using server = await startHttpServer({ protocolVersions: MODERN })
    const answer = await postLegacy(server.url, 'initialize', { protocolVersion: '2025-11-25' })
    expect(json(answer)).toMatchObject({ error: { code: -32022, data: { supported: ['2026-07-28'] } } })
  })

  test('a legacy server that checks the version header answers the modern probe with 400 and no modern code', async () => {
    await using server = await startHttpServer({ protocolVersions: LEGACY })
    const answer = await postModern(server.url, 'server/discover')
    expect([answer.status, errorCode(answer)]).toEqual([400, -32000])
  })

  test('one that predates the header says that there is no such method', async () => {
    await using server = await startHttpServer({ protocolVersions: ['2025-03-26'] })
    const answer = await postModern(server.url, 'server/discover')
    expect([answer.status, errorCode(answer)]).toEqual([200, -32601])
  })

  test('an unknown revision gets a counter-offer', async () => {
    await using server = await startHttpServer({ protocolVersions: ['2025-06-18', '2025-03-26'] })
    const answer = await postLegacy(server.url, 'initialize', { protocolVersion: '2025-11-25' })
    expect(json(answer)).toMatchObject({ result: { protocolVersion: '2025-06-18' } })
  })

  test('without a version header a server that does not know 2025-03-26 refuses', async () => {
    await using server = await startHttpServer({ protocolVersions: ['2025-11-25'] })
    expect((await postLegacy(server.url, 'tools/list', {})).status).toBe(400)
    expect((await postLegacy(server.url, 'tools/list', {}, { 'mcp-protocol-version': '2025-11-25' })).status).toBe(200)
  })
})

test('sessions: 400 without the id, 404 to an unknown, expired or ended one', async () => {
  await using server = await startHttpServer({ session: true, protocolVersions: LEGACY })
  const open = async (): Promise<Record<string, string>> => {
    const { headers } = await postLegacy(server.url, 'initialize', { protocolVersion: '2025-06-18' })
    return { 'mcp-session-id': String(headers['mcp-session-id']) }
  }
  const list = async (headers: Record<string, string>): Promise<number> =>
    (await postLegacy(server.url, 'tools/list', {}, headers)).status
  const first = await open()
  expect(await list({})).toBe(400)
  expect(await list({ 'mcp-session-id': 'other' })).toBe(404)
  expect(await list(first)).toBe(200)
  server.expireSessions()
  expect(await list(first)).toBe(404)
  const second = await open()
  expect(second).not.toEqual(first)
  expect((await rawExchange(server.url, { method: 'DELETE', headers: second })).status).toBe(200)
  expect(await list(second)).toBe(404)
})

test('what arrived is kept to the digit, and counted', async () => {
  await using server = await startHttpServer()
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"n":9007199254740993}}}'
  await rawExchange(server.url, { headers: { ...JSON_HEADERS, 'X-Twice': 'a' }, body })
  expect(server.requests[0]).toMatchObject({ body, httpMethod: 'POST', path: '/mcp', headers: { 'x-twice': 'a' } })
  expect([server.count('tools/call'), server.count('*'), server.count('tools/list')]).toEqual([1, 1, 0])
  expect(await server.requests[0]?.ended).toBe('answered')
})

test('descriptors and results given as text go out as that text', async () => {
  const odd = '{ "name":"t", "inputSchema":{"type":"object","maximum":1.0, "x":1e400}, "name":"t" }'
  const result = '{"content":[],"n":-0, "n":1.0}'
  await using server = await startHttpServer({ tools: [odd], results: { t: result } })
  expect((await postModern(server.url, 'tools/list')).body.toString()).toContain(`"tools":[${odd}]`)
  expect((await postModern(server.url, 'tools/call', { name: 't' })).body.toString()).toContain(`"result":${result}}`)
})

test('a function may make the result', async () => {
  await using server = await startHttpServer({ onCall: ({ name, era }) => ({ content: [{ type: 'text', text: name + era }] }) })
  expect((await postModern(server.url, 'tools/call', { name: 't' })).body.toString()).toContain('"text":"tmodern"')
})

test('the script may change while the server runs', async () => {
  await using server = await startHttpServer({ tools: [tool('before')] })
  server.become({ tools: [tool('after')] })
  expect((await postModern(server.url, 'tools/list')).body.toString()).toContain('"name":"after"')
})

test('an answer waits for its release', async () => {
  await using server = await startHttpServer(answering('tools/list', answerAfter('go')))
  const answer = postModern(server.url, 'tools/list')
  const request = await server.received('tools/list')
  expect(server.openSockets()).toBe(1)
  server.release('go')
  expect((await answer).status).toBe(200)
  expect(await request.ended).toBe('answered')
})

test('an answer for one arrival leaves the others good', async () => {
  await using server = await startHttpServer(answering('tools/list', { status: 500, steps: [] }, 2))
  const statuses = []
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await postModern(server.url, 'tools/list')).status)
  expect(statuses).toEqual([200, 500, 200])
})

test('closing ends idle and waiting connections and the port', async () => {
  const server = await startHttpServer(answering('tools/list', answerAfter('never')))
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1')
  const waiting = postModern(server.url, 'tools/list').catch((error: NodeJS.ErrnoException) => error.code)
  const request = await server.received('tools/list')
  const idleEnds = once(idle, 'close')
  await server.close()
  await server.close()
  await idleEnds
  expect(await waiting).toBe('ECONNRESET')
  expect(await request.ended).toBe('closed')
  expect([server.openSockets(), server.socketsOpened]).toEqual([0, 2])
  await expect(rawExchange(server.url, {})).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
