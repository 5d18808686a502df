// A server on the official SDK 1.x over stdio that says what it is told to say, true or not. One argument: how, as JSON.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { existsSync } from 'node:fs'
import { HONEST_INFO, HONEST_TOOLS } from './probe-files.ts'

interface Told {
  readonly tools?: readonly object[]
  readonly capabilities?: object
  readonly info?: { readonly name: string; readonly version: string }
  /** What happens at the second listing: the list has grown, a notification goes out. With `once` only when that file is there. */
  readonly after?: { readonly grows?: boolean; readonly notifies?: boolean; readonly once?: string }
}

const told = JSON.parse(process.argv[2] ?? '{}') as Told
const { tools = HONEST_TOOLS, capabilities = { tools: {} }, info = HONEST_INFO, after = {} } = told
const server = new Server(info, { capabilities: capabilities as never })
let listed = 0
server.setRequestHandler(ListToolsRequestSchema, async () => {
  listed += 1
  const happened = listed > 1 && (after.once === undefined || existsSync(after.once))
  // Before the answer, so that whoever has that one has heard of it.
  if (happened && after.notifies === true) await server.notification({ method: 'notifications/tools/list_changed' })
  return { tools: (after.grows === true && happened ? [...tools, { name: 'late', description: 'Late.', inputSchema: { type: 'object' } }] : tools) as never }
})
server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }))
await server.connect(new StdioServerTransport())
