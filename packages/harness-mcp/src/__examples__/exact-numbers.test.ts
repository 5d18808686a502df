// A number that a double cannot hold goes to the server, comes back and reaches the model with all of its digits.
import { connectMcpServer, createMcpTools, createSession, createScriptedModel, createStdioMcpClient, governTools, parseModelScript, toolPolicy } from '@b10x/harness-mcp'
import type { AdmittedTools } from '@b10x/harness-mcp'
import { ExactNumber, parseJson } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import { startHttpServer, stdioServerCommand, tool } from '@b10x/testkit'
import { describe, expect, it } from 'vitest'

const ORDER = '{"id":9007199254740993}'
const SHOP = {
  tools: [tool('order', { inputSchema: { type: 'object', properties: { id: { type: 'integer' } } }, outputSchema: { type: 'object', properties: { id: { type: 'integer' } } } })],
  results: { order: `{"content":[{"type":"text","text":"order 9007199254740993"}],"structuredContent":${ORDER}}` }
}

async function tryOut(tools: AdmittedTools): Promise<void> {
  const session = createSession({
    model: createScriptedModel(
      parseModelScript(`[
        { "call": { "tool": "shop_order", "arguments": ${ORDER} } },
        { "say": ${JSON.stringify(ORDER)}, "expect": { "refused": false, "contains": "9007199254740993" } }
      ]`)
    ),
    tools,
    toolPolicy: toolPolicy({ allow: ['shop_*'] })
  })
  const { value } = await session.task('Which order?', { resultSchema: { type: 'object', properties: { id: { const: ExactNumber.from('9007199254740993') } } } })
  expect((value as JsonObject)['id']).toEqual(ExactNumber.from('9007199254740993'))

  // The same without a model. Writing the result as JSON does not throw, and keeps the digits.
  const port = governTools(tools, { toolPolicy: toolPolicy({ allow: ['shop_*'] }) })
  const result = await port.callTool('shop_order', parseJson(ORDER) as JsonObject)
  expect(result.structuredContent).toEqual({ id: ExactNumber.from('9007199254740993') })
  expect(JSON.stringify(result)).toContain(ORDER)
}

describe('9007199254740993', () => {
  it('over Streamable HTTP', async () => {
    await using server = await startHttpServer(SHOP)
    const connection = await connectMcpServer('shop', { url: server.url })
    await tryOut(connection.tools)
    await connection.close()
    expect(server.requests.filter(({ message }) => message?.method === 'tools/call').map(({ body }) => body)).toEqual(Array(2).fill(expect.stringContaining(`"arguments":${ORDER}`)))
  })

  it('over stdio', async () => {
    using server = stdioServerCommand(SHOP)
    const client = createStdioMcpClient({ command: server.command, args: server.args })
    await tryOut(await createMcpTools(client, { prefix: 'shop' }))
    await client.close()
    expect(server.requests().filter(({ message }) => message?.method === 'tools/call').map(({ body }) => body)).toEqual(Array(2).fill(expect.stringContaining(`"arguments":${ORDER}`)))
  })
})
