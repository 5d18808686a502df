// Streamable HTTP of the 2.x SDK on node:http, wired as its README and its declarations show.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  localhostHostValidation, localhostOriginValidation, NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest
} from '@modelcontextprotocol/node'
import type { NodeMcpRequestHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import type { McpServer, Server } from '@modelcontextprotocol/server'
import { listenOnLoopback } from '../peers/listen-on-loopback.ts'
import type { LoopbackServer } from '../peers/listen-on-loopback.ts'

/** 2026-07-28, and the older revisions without sessions unless `legacy` is `reject`. */
export async function serveHttp(create: () => McpServer | Server, legacy: 'stateless' | 'reject'): Promise<LoopbackServer> {
  const handler = createMcpHandler(create, { legacy })
  const server = await listenOnLoopback(guarded(toNodeHandler(handler)))
  return {
    ...server,
    async close() {
      await handler.close()
      await server.close()
    }
  }
}

export interface SessionServer extends LoopbackServer {
  /** Sessions of the older revisions that were begun and not ended. */
  sessions(): readonly string[]
}

/** 2026-07-28 without state, and the older revisions with one server instance per session. */
export async function serveHttpWithSessions(create: () => McpServer | Server): Promise<SessionServer> {
  const transports = new Map<string, NodeStreamableHTTPServerTransport>()
  const handler = createMcpHandler(create, { legacy: 'reject' })
  const modern = toNodeHandler(handler)

  const route: NodeMcpRequestHandler = async (request, response) => {
    const webRequest = await toWebRequest(request)
    const body: unknown = request.method === 'POST' ? JSON.parse(await webRequest.clone().text()) : undefined
    if (!(await isLegacyRequest(webRequest))) return modern(request, response, body)
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? transports.get(id) : undefined
    if (id !== undefined && known === undefined) return void (response as ServerResponse).writeHead(404).end()
    const transport = known ?? (await begin())
    return transport.handleRequest(request as IncomingMessage, response as ServerResponse, body)
  }

  const begin = async (): Promise<NodeStreamableHTTPServerTransport> => {
    const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
      onsessionclosed: (id) => void transports.delete(id)
    })
    await create().connect(transport)
    return transport
  }

  const server = await listenOnLoopback(guarded(route))
  return {
    ...server,
    sessions: () => [...transports.keys()],
    async close() {
      await Promise.all([...transports.values()].map((transport) => transport.close()))
      await handler.close()
      await server.close()
    }
  }
}

/** The handler of the SDK checks neither Host nor Origin. */
function guarded(handle: NodeMcpRequestHandler): RequestListener {
  const hostAllowed = localhostHostValidation()
  const originAllowed = localhostOriginValidation()
  return (request, response) => {
    if (!hostAllowed(request, response) || !originAllowed(request, response)) return
    // The exact optional types of this workspace are stricter than the declarations of the SDK.
    void handle(request as Parameters<NodeMcpRequestHandler>[0], response)
  }
}
