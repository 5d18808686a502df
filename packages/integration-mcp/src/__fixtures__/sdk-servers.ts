// Servers that people write with the official SDKs, over HTTP on loopback: 2.x speaks 2026-07-28, 1.x the older revisions.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer as OlderServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

export interface SdkServer {
  readonly url: string
  /** The `authorization` of every request, in order. */
  readonly credentials: readonly (string | undefined)[]
  /** Sessions that were begun and not ended. */
  sessions(): number
  close(): Promise<void>
}

export async function startModernServer(): Promise<SdkServer> {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'weather', version: '1.0.0' }, { instructions: 'Always call forecast first.' })
      const city = z.object({ city: z.string().min(1) })
      server.registerTool('forecast', { description: 'Says the weather.', inputSchema: city }, ({ city: name }) => ({ content: [{ type: 'text', text: `Sunny in ${name}.` }] }))
      server.registerTool('broken', { description: 'Fails.', inputSchema: city }, () => ({ isError: true, content: [{ type: 'text', text: 'remote-words' }] }))
      return server
    },
    { legacy: 'reject' }
  )
  const listening = await listen((request, response) => void serve(handler.fetch, request, response))
  return { ...listening, sessions: () => 0, close: async () => (await handler.close(), await listening.close()) }
}

export async function startSessionServer(): Promise<SdkServer> {
  const transports = new Map<string, StreamableHTTPServerTransport>()

  const begin = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, transport),
      onsessionclosed: (id) => void transports.delete(id)
    })
    const server = new OlderServer({ name: 'weather', version: '1.0.0' })
    server.registerTool('forecast', { description: 'Says the weather.', inputSchema: { city: z.string().min(1) } }, ({ city }) => ({ content: [{ type: 'text', text: `Sunny in ${city}.` }] }))
    server.registerTool('broken', { description: 'Fails.', inputSchema: { city: z.string() } }, () => ({ isError: true, content: [{ type: 'text', text: 'remote-words' }] }))
    // The exact optional types of this workspace are stricter than the declarations of the SDK.
    await server.connect(transport as Parameters<OlderServer['connect']>[0])
    await transport.handleRequest(request, response)
  }

  const listening = await listen((request, response) => {
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? transports.get(id) : undefined
    if (known !== undefined) void known.handleRequest(request, response)
    else if (id === undefined) void begin(request, response)
    else response.writeHead(404).end()
  })
  return {
    ...listening,
    sessions: () => transports.size,
    async close() {
      await Promise.all([...transports.values()].map((transport) => transport.close()))
      await listening.close()
    }
  }
}

async function listen(handle: RequestListener): Promise<{ url: string; credentials: (string | undefined)[]; close: () => Promise<void> }> {
  const credentials: (string | undefined)[] = []
  const server = createServer((request, response) => {
    credentials.push(request.headers.authorization)
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    credentials,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    }
  }
}

async function serve(fetch: (request: Request) => Promise<Response>, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []))
  const method = incoming.method ?? 'GET'
  const response = await fetch(new Request(`http://127.0.0.1${incoming.url ?? '/'}`, { method, headers, ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}) }))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  for await (const chunk of response.body ?? []) outgoing.write(chunk)
  outgoing.end()
}
