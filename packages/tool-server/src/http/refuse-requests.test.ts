import type { OutgoingHttpHeaders } from 'node:http'
import type { JsonObject } from '@b10x/ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examplePort } from '../__fixtures__/example-port.ts'
import { META, send, sendLegacy, sendModern } from '../__fixtures__/post.ts'
import { startServer } from '../__fixtures__/start-server.ts'
import type { StartedServer } from '../__fixtures__/start-server.ts'

const port = examplePort()
let started: StartedServer

beforeAll(async () => {
  started = await startServer(port, { bounds: { maxRequestBytes: 4_096, maxJsonDepth: 16 } })
})
afterAll(async () => {
  await started[Symbol.asyncDispose]()
})

const CALL = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'echo', arguments: { text: 'x' } } }
const text = JSON.stringify(CALL)
const base64 = (value: string): string => `=?base64?${Buffer.from(value).toString('base64')}?=`

describe('before a message is read (M-18)', () => {
  it.each<[string, string, OutgoingHttpHeaders, number]>([
    ['GET', 'GET', {}, 405],
    ['DELETE', 'DELETE', {}, 405],
    ['PUT', 'PUT', {}, 405],
    ['no media type', 'POST', { 'content-type': undefined }, 415],
    ['plain text', 'POST', { 'content-type': 'text/plain' }, 415],
    ['a form', 'POST', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['JSON that is none', 'POST', { 'content-type': 'application/jsonp' }, 415],
    ['JSON in plain text', 'POST', { 'content-type': 'text/plain; application/json' }, 415],
    ['another encoding', 'POST', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['a content coding', 'POST', { 'content-encoding': 'gzip' }, 415],
    ['an answer we do not write', 'POST', { accept: 'text/html' }, 406],
    ['JSON that is not wanted', 'POST', { accept: 'application/json;q=0, text/html' }, 406],
    ['a length over the bound', 'POST', { 'content-length': '5000' }, 413]
  ])('%s is refused', async (_title, method, headers, status) => {
    const answer = await send(started.url, { method, headers, body: method === 'POST' ? text.padEnd(Number(headers['content-length'] ?? 0)) : '' })
    expect(answer.status).toBe(status)
    expect(answer.json?.error?.code).toBe(-32600)
    expect(answer.json).not.toHaveProperty('id')
    if (status === 405) expect(answer.headers['allow']).toBe('POST')
  })

  it('counts what comes without a length', async () => {
    const answer = await send(started.url, { headers: { 'transfer-encoding': 'chunked' }, body: text.padEnd(5_000) })
    expect(answer.status).toBe(413)
  })
})

describe('what is no message', () => {
  it.each<[string, string | Uint8Array, number, unknown]>([
    ['nothing', '', -32700, undefined],
    ['no JSON', '{"jsonrpc":"2.0","id":7', -32700, undefined],
    ['two documents', `${text}${text}`, -32700, undefined],
    ['a byte order mark', `\ufeff${text}`, -32700, undefined],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), -32700, undefined],
    ['a name twice', text.replace('"name":"echo"', '"name":"echo","name":"throwing"'), -32600, undefined],
    ['an id twice', text.replace('"id":7', '"id":7,"id":8'), -32600, undefined],
    ['a name twice, escaped', text.replace('"method":"tools/call"', '"method":"tools/call","meth\\u006fd":"ping"'), -32600, undefined],
    ['too much nesting', text.replace('"x"', '['.repeat(20) + ']'.repeat(20)), -32600, undefined],
    ['a batch', `[${text}]`, -32600, undefined],
    ['an empty batch', '[]', -32600, undefined],
    ['a string', '"ping"', -32600, undefined],
    ['null', 'null', -32600, undefined],
    ['another version', text.replace('"2.0"', '"1.0"'), -32600, 7],
    ['no version', text.replace('"jsonrpc":"2.0",', ''), -32600, 7],
    ['no method', '{"jsonrpc":"2.0","id":7}', -32600, 7],
    ['a method that is a number', text.replace('"tools/call"', '1'), -32600, 7],
    ['members that differ in case', text.replace('"method"', '"Method"'), -32600, 7],
    ['an id that is null', text.replace('"id":7', '"id":null'), -32600, undefined],
    ['an id that is a fraction', text.replace('"id":7', '"id":1.5'), -32600, undefined],
    ['an id that is an object', text.replace('"id":7', '"id":{}'), -32600, undefined],
    ['an id that is true', text.replace('"id":7', '"id":true'), -32600, undefined],
    ['an id beyond all integers', text.replace('"id":7', '"id":1e400'), -32600, undefined],
    ['an id that is a long string', text.replace('"id":7', `"id":"${'i'.repeat(1_025)}"`), -32600, undefined],
    ['params that are an array', text.replace(/"params":.*$/, '"params":[]}'), -32602, 7],
    ['params that are null', text.replace(/"params":.*$/, '"params":null}'), -32602, 7]
  ])('%s is refused', async (_title, body, code, id) => {
    const answer = await send(started.url, { body })
    expect(answer.status).toBe(400)
    expect(answer.json?.error?.code).toBe(code)
    expect(answer.json?.id).toBe(id)
    expect(answer.text).not.toContain('"id":null')
  })
})

describe('a request of 2026-07-28 whose headers and body do not agree (M-19)', () => {
  it.each<[string, OutgoingHttpHeaders]>([
    ['no version', { 'mcp-protocol-version': undefined }],
    ['another version', { 'mcp-protocol-version': '2025-11-25' }],
    ['no method', { 'mcp-method': undefined }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['the method in capitals', { 'mcp-method': 'TOOLS/CALL' }],
    ['the method twice', { 'mcp-method': ['tools/call', 'tools/call'] }],
    ['the version twice', { 'mcp-protocol-version': ['2026-07-28', '2026-07-28'] }],
    ['no name', { 'mcp-name': undefined }],
    ['another name', { 'mcp-name': 'list' }],
    ['the name twice', { 'mcp-name': ['echo', 'echo'] }],
    ['the name in capitals', { 'mcp-name': 'ECHO' }],
    ['an encoded name that is another', { 'mcp-name': base64('list') }],
    ['a name in broken Base64', { 'mcp-name': '=?base64?ZWNobw?=' }],
    ['a name with bits to spare', { 'mcp-name': '=?base64?ZWNob3==?=' }],
    ['a sentinel in capitals', { 'mcp-name': base64('echo').replace('base64', 'BASE64') }],
    ['a name that is no UTF-8', { 'mcp-name': '=?base64?/w==?=' }]
  ])('%s', async (_title, headers) => {
    const answer = await sendModern(started.url, 'tools/call', { name: 'echo', arguments: { text: 'x' } }, headers)
    expect({ status: answer.status, code: answer.json?.error?.code, id: answer.json?.id }).toEqual({ status: 400, code: -32020, id: 1 })
  })

  it.each<[string, JsonObject, OutgoingHttpHeaders]>([
    ['no header for an argument', { region: 'eu' }, {}],
    ['a header without an argument', {}, { 'mcp-param-region': 'eu' }],
    ['a header for null', { region: null }, { 'mcp-param-region': 'null' }],
    ['another string', { region: 'eu' }, { 'mcp-param-region': 'us' }],
    ['another case', { region: 'eu' }, { 'mcp-param-region': 'EU' }],
    ['two lines', { region: 'a, b' }, { 'mcp-param-region': ['a', 'b'] }],
    ['two lines, the first of them true', { region: 'eu' }, { 'mcp-param-region': ['eu', 'us'] }],
    ['another integer', { shard: 42 }, { 'mcp-param-shard': '43' }],
    ['an integer in words', { shard: 42 }, { 'mcp-param-shard': 'forty-two' }],
    ['an integer in hexadecimal', { shard: 42 }, { 'mcp-param-shard': '0x2a' }],
    ['an integer beyond a double', { shard: 9_007_199_254_740_992 }, { 'mcp-param-shard': '9007199254740992' }],
    ['another boolean', { where: { dry: true } }, { 'mcp-param-dry-run': 'false' }],
    ['a boolean of another case', { where: { dry: true } }, { 'mcp-param-dry-run': 'True' }]
  ])('parameters: %s', async (_title, args, headers) => {
    const answer = await sendModern(started.url, 'tools/call', { name: 'region', arguments: args }, headers)
    expect({ status: answer.status, code: answer.json?.error?.code }).toEqual({ status: 400, code: -32020 })
  })
})

describe('a request of 2026-07-28', () => {
  const meta = (members: JsonObject): JsonObject => ({ _meta: { ...META, ...members } })

  it.each<[string, string, JsonObject, number, number]>([
    ['an unknown method', 'resources/list', {}, 404, -32601],
    ['the old handshake', 'initialize', { protocolVersion: '2025-11-25' }, 404, -32601],
    ['a ping', 'ping', {}, 404, -32601],
    ['an inherited method', 'toString', {}, 404, -32601],
    ['no capabilities', 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }, 400, -32602],
    ['capabilities that are null', 'tools/list', meta({ 'io.modelcontextprotocol/clientCapabilities': null }), 400, -32602],
    ['no version in _meta', 'tools/list', { _meta: { 'io.modelcontextprotocol/clientCapabilities': {} } }, 400, -32602],
    ['a version that is a number', 'tools/list', meta({ 'io.modelcontextprotocol/protocolVersion': 20_260_728 }), 400, -32602],
    ['no _meta', 'tools/list', { _meta: null }, 400, -32602],
    ['an unknown tool', 'tools/call', { name: 'nobody' }, 200, -32602],
    ['an inherited name', 'tools/call', { name: '__proto__' }, 200, -32602],
    ['a name that is a number', 'tools/call', { name: 1 }, 400, -32020],
    ['arguments that are an array', 'tools/call', { name: 'echo', arguments: [] }, 200, -32602],
    ['arguments that are null', 'tools/call', { name: 'echo', arguments: null }, 200, -32602],
    ['state that we never gave (M-13)', 'tools/call', { name: 'echo', arguments: { text: 'x' }, requestState: 'forged' }, 200, -32602],
    ['responses that nobody asked for', 'tools/call', { name: 'echo', arguments: { text: 'x' }, inputResponses: {} }, 200, -32602],
    ['an unknown cursor', 'tools/list', { cursor: 'MQ' }, 200, -32602],
    ['an empty cursor', 'tools/list', { cursor: '' }, 200, -32602],
    ['a cursor that is null', 'tools/list', { cursor: null }, 200, -32602],
    ['a subscription to nothing', 'subscriptions/listen', {}, 400, -32602]
  ])('%s is refused', async (_title, method, params, status, code) => {
    const answer = await sendModern(started.url, method, params)
    expect({ status: answer.status, code: answer.json?.error?.code, id: answer.json?.id }).toEqual({ status, code, id: 1 })
  })

  it.each(['2099-01-01', 'DRAFT', ''])('names what is served where it asks for "%s"', async (version) => {
    const answer = await sendModern(started.url, 'tools/list', meta({ 'io.modelcontextprotocol/protocolVersion': version }), { 'mcp-protocol-version': version })
    expect(answer.status).toBe(400)
    expect(answer.json?.error).toMatchObject({ code: -32022, data: { requested: version, supported: expect.arrayContaining(['2026-07-28', '2025-11-25']) as unknown } })
  })
})

describe('a request of a handshake revision', () => {
  it.each<[string, string, JsonObject, OutgoingHttpHeaders, number, number]>([
    ['an unknown revision', 'tools/list', {}, { 'mcp-protocol-version': '1999-01-01' }, 400, -32022],
    ['the modern header alone', 'tools/list', {}, { 'mcp-protocol-version': '2026-07-28' }, 400, -32602],
    ['a claim of another revision', 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2025-06-18' } }, {}, 400, -32020],
    ['a mirrored name that is another (M-20)', 'tools/call', { name: 'echo' }, { 'mcp-name': 'list' }, 400, -32020],
    ['a mirrored method that is another', 'tools/list', {}, { 'mcp-method': 'tools/call' }, 400, -32020],
    ['a mirrored argument that is another', 'tools/call', { name: 'region', arguments: { region: 'eu' } }, { 'mcp-param-region': 'us' }, 400, -32020],
    ['discovery', 'server/discover', {}, {}, 200, -32601],
    ['an unknown method', 'logging/setLevel', {}, {}, 200, -32601],
    ['a subscription', 'subscriptions/listen', { notifications: {} }, {}, 200, -32601],
    ['an unknown tool', 'tools/call', { name: 'nobody' }, {}, 200, -32602],
    ['no name', 'tools/call', {}, {}, 200, -32602],
    ['a handshake without a revision', 'initialize', {}, {}, 200, -32602]
  ])('%s is refused', async (_title, method, params, headers, status, code) => {
    const answer = await sendLegacy(started.url, method, params, headers)
    expect({ status: answer.status, code: answer.json?.error?.code }).toEqual({ status, code })
  })

  it('reaches no tool, and neither did any before', () => {
    expect(port.calls).toEqual([])
  })

  it('keeps out of the range that means nothing', async () => {
    const codes = await Promise.all(
      ['GET', 'POST'].map(async (method) => (await send(started.url, { method, headers: { 'mcp-protocol-version': 'x' }, body: method === 'GET' ? '' : text })).json?.error?.code ?? 0)
    )
    for (const code of codes) expect(code <= -32_020 || code > -32_000).toBe(true)
  })
})
