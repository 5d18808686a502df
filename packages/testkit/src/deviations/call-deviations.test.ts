import { expect, test } from 'vitest'
import { eventData, postModern, rawExchange } from '../http/raw-exchange.ts'
import { startHttpServer } from '../http/start-http-server.ts'
import { deviations } from '../index.ts'
import type { ScriptPart } from '../script/script.ts'

const CALL = { name: 't', arguments: {} }

test('a ghost counts the call and closes the connection without a byte', async () => {
  await using server = await startHttpServer(deviations.ghostOutcome())
  await expect(postModern(server.url, 'tools/call', CALL)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(server.count('tools/call')).toBe(1)
  expect((await postModern(server.url, 'tools/list')).status).toBe(200)
})

test('a ghost may close inside the body', async () => {
  await using server = await startHttpServer(deviations.ghostMidBody())
  const answer = await postModern(server.url, 'tools/call', CALL)
  expect([answer.complete, answer.body.toString('utf8')]).toEqual([false, '{"jsonrpc":"2.0","id":1,"resu'])
})

test('a session that is gone answers the call with 404, and only the call', async () => {
  await using server = await startHttpServer(deviations.sessionGone())
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = (method: string, more: Record<string, string> = {}) => {
    const params = { protocolVersion: '2025-11-25', ...CALL }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return rawExchange(server.url, { headers: { ...headers, 'mcp-protocol-version': '2025-11-25', ...more }, body })
  }
  const session = { 'mcp-session-id': String((await post('initialize')).headers['mcp-session-id']) }
  expect(session['mcp-session-id']).toMatch(/^session-/)
  expect((await post('tools/list', session)).status).toBe(200)
  const gone = await post('tools/call', session)
  expect([gone.status, gone.body.length, server.count('tools/call')]).toEqual([404, 0, 1])
})

test.each([
  ['headerMismatch', deviations.headerMismatch(), 400, { error: { code: -32020 } }],
  ['inputRequired', deviations.inputRequired('s'), 200, { result: { resultType: 'input_required', requestState: 's' } }],
  ['taskResult', deviations.taskResult(), 200, { result: { resultType: 'task', task: { status: 'working' } } }],
  ['unknownResultType', deviations.unknownResultType(), 200, { result: { resultType: 'surprise' } }],
  ['toolFailed', deviations.toolFailed('no'), 200, { result: { isError: true, content: [{ text: 'no' }] } }]
] satisfies [string, ScriptPart, number, object][])('%s', async (_, part, status, message) => {
  await using server = await startHttpServer(part)
  const answer = await postModern(server.url, 'tools/call', CALL)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body.toString('utf8'))).toMatchObject({ jsonrpc: '2.0', id: 1, ...message })
})

test('input requests name their kind', async () => {
  await using server = await startHttpServer(deviations.inputRequiredWithRequests())
  const { body } = await postModern(server.url, 'tools/call', CALL)
  expect(JSON.parse(body.toString('utf8'))).toMatchObject({
    result: { inputRequests: { choice: { method: 'elicitation/create' } } }
  })
})

test('what is absent is absent', async () => {
  await using untyped = await startHttpServer(deviations.resultTypeAbsent())
  expect((await postModern(untyped.url, 'tools/call', CALL)).body.toString('utf8')).not.toContain('resultType')
  await using empty = await startHttpServer(deviations.contentAbsent())
  expect((await postModern(empty.url, 'tools/call', CALL)).body.toString('utf8')).not.toContain('content')
})

test('an exact number keeps its digits', async () => {
  await using server = await startHttpServer(deviations.exactNumber())
  const { body } = await postModern(server.url, 'tools/call', CALL)
  expect(body.toString('utf8')).toContain('"structuredContent":{"id":9007199254740993}')
})

test('challenges carry their header', async () => {
  await using server = await startHttpServer(deviations.unauthorized(), deviations.insufficientScope('tools/list'))
  const unauthorized = await postModern(server.url, 'tools/call', CALL)
  expect([unauthorized.status, unauthorized.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Bearer /)])
  const scope = await postModern(server.url, 'tools/list')
  expect([scope.status, scope.headers['www-authenticate']]).toEqual([403, expect.stringContaining('insufficient_scope')])
})

test('progress comes before the answer, under the token of the request', async () => {
  await using server = await startHttpServer(deviations.progressFirst())
  const events = eventData((await postModern(server.url, 'tools/call', CALL)).body).map((text) => JSON.parse(text))
  expect(events).toMatchObject([
    { params: { progressToken: 'p-1', progress: 1 } },
    { params: { progressToken: 'p-1', progress: 2 } },
    { id: 1, result: { resultType: 'complete' } }
  ])
})
