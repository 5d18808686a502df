// Arguments that travel in headers, seen by a server that compares them with the body.
import { LEGACY, MODERN, expectCode, tool } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'
import { startHttpPeer, startStdioPeer } from '../__fixtures__/scripted-peers.ts'
import { ExactNumber } from '../json/exact-number.ts'

const inputSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    page: { type: 'object', properties: { size: { type: 'integer', 'x-mcp-header': 'Page-Size' } } },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' }
  }
}
const bad = { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } }
const tools = [tool('t', { inputSchema }), tool('bad', { inputSchema: bad })]

describe('a tool with annotated arguments', () => {
  it.each([
    [{ region: 'eu', page: { size: 20 }, dry: true }],
    [{ region: ' grüezi ', page: { size: -1 } }],
    [{ region: '=?base64?eA==?=', dry: false }],
    [{ page: {} }],
    [{}]
  ])('is called with headers that agree with %j', async (args) => {
    await using peer = await startHttpPeer({ protocolVersions: MODERN, tools })
    const client = await peer.client()
    expect((await client.callTool('t', args)).kind).toBe('complete')
  })

  it.each([
    ['/region', { region: 1 }],
    ['/page/size', { page: { size: 1.5 } }],
    ['/page/size', { page: { size: ExactNumber.from('9007199254740993') } }],
    ['/dry', { dry: 'yes' }]
  ])('is not called with a value at %s that no header can hold', async (pointer, args) => {
    await using peer = await startHttpPeer({ protocolVersions: MODERN, tools })
    const client = await peer.client()
    const { details } = await expectCode(client.callTool('t', args), 'arguments_invalid')
    expect(details).toEqual({ pointer, reason: 'header_value' })
    expect(peer.count('tools/call')).toBe(0)
  })

  it('is listed as invalid when an annotation breaks a rule, and the others stay', async () => {
    await using peer = await startHttpPeer({ protocolVersions: MODERN, tools })
    const { tools: listed } = await (await peer.client()).freeze()
    expect(listed.map(({ name, status }) => [name, status])).toEqual([
      ['bad', 'header_annotation_invalid'],
      ['t', 'usable']
    ])
  })

  it('has no headers in the older era and over stdio', async () => {
    await using legacy = await startHttpPeer({ protocolVersions: LEGACY, tools })
    await using piped = await startStdioPeer({ protocolVersions: MODERN, tools })
    for (const peer of [legacy, piped]) {
      const client = await peer.client()
      expect((await client.freeze()).tools.every(({ status }) => status === 'usable')).toBe(true)
      expect((await client.callTool('t', { region: 'eu' })).kind).toBe('complete')
    }
  })
})

describe('a tool that demands a task', () => {
  const demanding = tool('slow', { execution: { taskSupport: 'required' } })
  const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } }

  it('is not usable where the server runs tasks', async () => {
    await using peer = await startHttpPeer({ protocolVersions: LEGACY, tools: [demanding], capabilities })
    const client = await peer.client()
    expect((await client.freeze()).tools[0]?.status).toBe('task_required')
    expect((await expectCode(client.callTool('slow'), 'tool_invalid')).details).toEqual({ tool: 'slow', reason: 'task_required' })
  })

  it('is an ordinary tool where the server runs none', async () => {
    await using peer = await startHttpPeer({ protocolVersions: LEGACY, tools: [demanding] })
    expect((await (await peer.client()).freeze()).tools[0]?.status).toBe('usable')
  })
})
