import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { HONEST_INFO, HONEST_TOOLS } from './probe-files.ts'

interface Listed {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: object
}

/** The honest server on the official SDK 2.x. */
export function createShelf(): McpServer {
  const server = new McpServer(HONEST_INFO, { capabilities: { tools: { listChanged: false } } })
  for (const { name, description, inputSchema, annotations } of HONEST_TOOLS as unknown as readonly Listed[]) {
    server.registerTool(name, { description, inputSchema: fromJsonSchema(inputSchema), annotations }, () => ({ content: [] }))
  }
  return server
}
