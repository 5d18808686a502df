// A server as users of the 1.x SDK write it, over pipes. Its tools drift when `shift` was called.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'sdk-server', version: '1.0.0' })
server.registerTool(
  'add',
  { description: 'Adds two numbers.', inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } },
  ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }], structuredContent: { sum: a + b } })
)
server.registerTool('shift', { description: 'Adds a tool.' }, () => {
  server.registerTool('late', { description: 'Came late.' }, () => ({ content: [] }))
  return { content: [{ type: 'text', text: 'shifted' }] }
})
await server.connect(new StdioServerTransport())
