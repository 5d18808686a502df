// A server that people write today with the 2.x SDK, over Streamable HTTP: 2026-07-28 and nothing older.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ListeningServer } from './reference-servers.ts'

function createNotes(): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' }, { instructions: 'Always begin with greet.' })
  const greeting = { title: 'Greeting', description: 'Greets by name.', inputSchema: z.object({ name: z.string().describe('Whom to greet.') }), annotations: { readOnlyHint: true } }
  server.registerTool('greet', greeting, ({ name }) => ({ content: [{ type: 'text', text: `Hello, ${name}.` }] }))
  server.registerTool('notes.list', { description: 'Lists notes.', outputSchema: z.object({ notes: z.array(z.string()) }) }, () => ({ content: [], structuredContent: { notes: ['one'] } }))
  server.registerTool('notes.delete', { description: 'Deletes notes.' }, () => ({ content: [] }))
  return server
}

export async function startModernServer(): Promise<ListeningServer> {
  const handler = createMcpHandler(createNotes, { legacy: 'reject' })
  const server = createServer((request, response) => void serve(handler.fetch, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      await handler.close()
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
