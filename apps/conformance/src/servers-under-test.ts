import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createToolServer } from '@b10x/tool-server'
import type { ToolServerOptions, ToolSource } from '@b10x/tool-server'
import { REQUIRED_CAPABILITIES, shippedPort, suitePort } from './suite-tools.ts'

export interface RunningServer extends AsyncDisposable {
  readonly url: string
}

/** A tool server on a loopback port that the system chose, without authentication: the suite brings no token. */
export async function serveTools(source: ToolSource, options: Partial<ToolServerOptions> = {}): Promise<RunningServer> {
  const tools = createToolServer(source, { name: 'conformance', version: '1.0.0', ...options })
  const http = createServer((request, response) => void tools.handleNode(request, response))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async [Symbol.asyncDispose]() {
      const closed = once(http, 'close')
      http.close()
      await tools.close({ graceMs: 0 })
      http.closeAllConnections()
      await closed
    }
  }
}

/** A server as somebody would ship it: its tools never change, so it does not say that they might. */
export function serveShipped(): Promise<RunningServer> {
  return serveTools(shippedPort)
}

/** A server with the suite's tools, one of which changes the set. */
export function serveSuiteTools(): Promise<RunningServer> {
  const listeners = new Set<() => void>()
  let port = suitePort(change)
  function change(): void {
    port = suitePort(change)
    for (const listener of listeners) listener()
  }
  return serveTools(() => port, {
    requiredCapabilities: REQUIRED_CAPABILITIES,
    changes(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  })
}
