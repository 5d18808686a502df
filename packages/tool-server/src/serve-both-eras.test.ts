import { PassThrough } from 'node:stream'
import { connect } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { describe, expect, it } from 'vitest'
import { examplePort } from './__fixtures__/example-port.ts'
import { startServer } from './__fixtures__/start-server.ts'
import { createToolServer } from './create-tool-server.ts'

describe.each([['2026-07-28'], ['2025-11-25'], ['2025-06-18'], ['2025-03-26'], ['2024-11-05'], [undefined]])('our own client that speaks %s', (protocolVersion) => {
  it('lists and calls over HTTP', async () => {
    const port = examplePort()
    await using started = await startServer(port)
    const client = await connect(httpTransport(started.url), protocolVersion === undefined ? {} : { protocolVersion })
    try {
      expect(client.protocolVersion).toBe(protocolVersion ?? '2026-07-28')
      const snapshot = await client.freeze()
      expect(snapshot.tools.map(({ name, status }) => `${name} ${status}`).toSorted()).toEqual(port.tools.map(({ name }) => `${name} usable`).toSorted())
      const outcome = await client.callTool('echo', { text: 'grüße' })
      expect(outcome).toMatchObject({ kind: 'complete', isError: false, content: [{ type: 'text', text: 'grüße' }] })
      const exact = await client.callTool('exact')
      expect(exact.resultText).toContain('9007199254740993}')
    } finally {
      await client.close()
    }
  })
})

describe('stdio', () => {
  it('answers discovery, a list and a call', async () => {
    const server = createToolServer(examplePort(), { name: 'example', version: '1.2.3' })
    const input = new PassThrough()
    const output = new PassThrough()
    const over = server.serveStdio({ input, output })
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    for (const [id, method, params] of [[1, 'server/discover', {}], [2, 'tools/list', {}], [3, 'tools/call', { name: 'echo', arguments: { text: 'hi' } }]] as const) {
      input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta, ...params } })}\n`)
    }
    input.end()
    await over
    const lines = String(output.read()).trim().split('\n').map((line) => JSON.parse(line) as { id: number; result: object })
    expect(new Set(lines.map(({ id }) => id))).toEqual(new Set([1, 2, 3]))
    expect(lines.find(({ id }) => id === 3)?.result).toMatchObject({ resultType: 'complete', content: [{ type: 'text', text: 'hi' }] })
  })
})
