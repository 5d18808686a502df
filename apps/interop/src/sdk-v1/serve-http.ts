// Streamable HTTP of the 1.x SDK, wired as its own examples wire it.
import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { listenOnLoopback } from '../peers/listen-on-loopback.ts'
import type { LoopbackServer } from '../peers/listen-on-loopback.ts'

export interface SessionServer extends LoopbackServer {
  /** Sessions that were begun and not ended. */
  sessions(): readonly string[]
}

/** One server instance per session. */
export async function serveSessions(create: () => McpServer | Server): Promise<SessionServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>()

  const handle: RequestListener = (request, response) => {
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? transports.get(id) : undefined
    if (known !== undefined) void known.handleRequest(request, response)
    else if (id === undefined) void begin(request, response)
    else response.writeHead(404).end()
  }

  const begin = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
      onsessionclosed: (id) => void transports.delete(id)
    })
    // The exact optional types of this workspace are stricter than the declarations of the SDK.
    await create().connect(transport as Parameters<Server['connect']>[0])
    await transport.handleRequest(request, response)
  }

  const server = await listenOnLoopback(handle)
  return {
    ...server,
    sessions: () => [...transports.keys()],
    async close() {
      await Promise.all([...transports.values()].map((transport) => transport.close()))
      await server.close()
    }
  }
}

/** One server instance per request, which ends with its response. */
export async function serveStateless(create: () => McpServer | Server): Promise<LoopbackServer> {
  return listenOnLoopback((request, response) => {
    const transport = new StreamableHTTPServerTransport({})
    response.once('close', () => void transport.close())
    void create()
      .connect(transport as Parameters<Server['connect']>[0])
      .then(() => transport.handleRequest(request, response))
  })
}
