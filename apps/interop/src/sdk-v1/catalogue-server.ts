import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { GROW_TOOL } from '../peers/tool-catalogue.ts'
import type { ToolCatalogue } from '../peers/tool-catalogue.ts'

const CHANGED = { method: 'notifications/tools/list_changed' } as const

/** Pages of tools. The `McpServer` of the SDK lists on one page only, so this is its lower level. */
export function createCatalogueServer(catalogue: ToolCatalogue): Server {
  const server = new Server({ name: 'sdk-v1-catalogue', version: '1.32.2' }, { capabilities: { tools: { listChanged: true } } })
  server.setRequestHandler(ListToolsRequestSchema, async ({ params }, extra) => {
    const { changed, ...page } = catalogue.page(params?.cursor)
    if (changed) await extra.sendNotification(CHANGED)
    return page
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    if (params.name === GROW_TOOL) {
      catalogue.grow()
      await extra.sendNotification(CHANGED)
    }
    return { content: [{ type: 'text', text: params.name }] }
  })
  return server
}
