import { body, closeBeforeAnswer, closeMidBody, messages, result, rpcError } from '@b10x/testkit'
import type { Answer } from '@b10x/testkit'

export type NamedAnswer = readonly [name: string, answer: Answer]

/** What a server can do to an answer, with words and credentials in it. */
export const wrongAnswers = (echo: string, word: string): readonly NamedAnswer[] => [
  ['401 in body and challenge', body(401, { 'www-authenticate': `Bearer error="invalid_token", error_description="${echo}"`, 'content-type': 'text/plain' }, echo)],
  ['403', body(403, { 'www-authenticate': `Bearer scope="${echo}"` }, echo)],
  ['404', body(404, { 'x-echo': echo }, echo)],
  ['500', body(500, {}, echo)],
  ['a redirect', body(307, { location: `https://example.com/?${encodeURIComponent(echo)}` }, echo)],
  ['another media type', body(200, { 'content-type': `text/html; charset=${word}` }, `<p>${echo}`)],
  ['bytes that are no JSON', messages(`{"${echo}`)],
  ['a duplicate member', messages(`{"jsonrpc":"2.0","id":{{id}},"result":{"${echo}":1,"${echo}":2}}`)],
  ['another id', messages({ jsonrpc: '2.0', id: echo, result: { content: [] } })],
  ['a JSON-RPC error', rpcError(-32603, echo, { data: { [echo]: echo } })],
  ['an error with a status', rpcError(-32001, echo, { status: 400, data: echo })],
  ['no answer', closeBeforeAnswer()],
  ['half an answer', closeMidBody(`{"jsonrpc":"2.0","id":{{id}},"result":{"content":[{"type":"text","text":"${echo}`)],
  ['a result without content', result({ [echo]: echo })]
]

/** Results that hold what was sent. */
export const echoingResults = (echo: string, word: string): readonly NamedAnswer[] => [
  ['text', result({ content: [{ type: 'text', text: echo }], resultType: 'complete' })],
  ['a failure', result({ content: [{ type: 'text', text: echo }], isError: true, resultType: 'complete' })],
  ['structured content', result({ content: [], structuredContent: { deep: [{ [echo]: 1 }] }, resultType: 'complete' })],
  ['a resource', result({ content: [{ type: 'resource', resource: { uri: `file:///${encodeURIComponent(echo)}`, blob: Buffer.from(echo).toString('base64') } }], resultType: 'complete' })],
  ['_meta', result({ content: [], _meta: { [word]: echo }, resultType: 'complete' })],
  ['more than fits', result({ content: [{ type: 'text', text: echo.padEnd(70_000) }], resultType: 'complete' })],
  ['a request for input', result({ resultType: 'input_required', requestState: echo, inputRequests: { [echo]: { method: echo, params: {} } } })],
  ['a task', result({ resultType: 'task', task: { taskId: echo, status: echo } })],
  ['a kind of its own', result({ resultType: echo })]
]
