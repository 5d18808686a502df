/// <reference types="node" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createToolServer } from '../create-tool-server.ts'
import type { ToolServer, ToolServerOptions, ToolSource } from '../tool-server.ts'

export interface StartedServer extends AsyncDisposable {
  readonly server: ToolServer
  readonly url: string
  readonly port: number
}

/** A tool server on a loopback port, without `listen`. */
export async function startServer(source: ToolSource, options: Partial<ToolServerOptions> = {}): Promise<StartedServer> {
  const server = createToolServer(source, { name: 'example', version: '1.2.3', ...options })
  const http = createServer((request, response) => void server.handleNode(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    server,
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => http.close(resolve))
      await server.close({ graceMs: 0 })
      http.closeAllConnections()
      await closed
    }
  }
}
