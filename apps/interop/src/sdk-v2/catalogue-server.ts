import { Server } from '@modelcontextprotocol/server'
import { GROW_TOOL } from '../peers/tool-catalogue.ts'
import type { ToolCatalogue } from '../peers/tool-catalogue.ts'

const CHANGED = { method: 'notifications/tools/list_changed' } as const

/** Pages of tools. The `McpServer` of the SDK lists on one page only, so this is its lower level. */
export function createCatalogueServer(catalogue: ToolCatalogue): Server {
  const server = new Server({ name: 'sdk-v2-catalogue', version: '2.4.0' }, { capabilities: { tools: { listChanged: true } } })
  server.setRequestHandler('tools/list', async ({ params }, { mcpReq }) => {
    const { changed, ...page } = catalogue.page(params?.cursor)
    if (changed) await mcpReq.notify(CHANGED)
    return page
  })
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    if (params.name === GROW_TOOL) {
      catalogue.grow()
      await mcpReq.notify(CHANGED)
    }
    return { content: [{ type: 'text', text: params.name }] }
  })
  return server
}
