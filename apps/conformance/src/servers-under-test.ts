import { createToolServer, listen } from '@b10x/tool-server'
import type { ToolServer, ToolServerOptions } from '@b10x/tool-server'
import { REQUIRED_CAPABILITIES, shippedPort, suitePort } from './suite-tools.ts'

const IDENTITY = { name: 'conformance', version: '1.0.0' } as const

/** A server as somebody would ship it: its tools never change, so it does not say that they might. */
export function createShippedServer(options: Partial<ToolServerOptions> = {}): ToolServer {
  return createToolServer(shippedPort, { ...IDENTITY, ...options })
}

/** A server with the tools of the suite, one of which changes the set. */
export function createSuiteServer(): ToolServer {
  const listeners = new Set<() => void>()
  const change = (): void => {
    port = suitePort(change)
    for (const listener of listeners) listener()
  }
  let port = suitePort(change)
  return createToolServer(() => port, {
    ...IDENTITY,
    requiredCapabilities: REQUIRED_CAPABILITIES,
    changes(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  })
}

export interface ListeningServer extends AsyncDisposable {
  readonly url: string
}

/** On a loopback port that the system chose. */
export async function serveOverHttp(server: ToolServer): Promise<ListeningServer> {
  const { url, close } = await listen(server)
  return { url, [Symbol.asyncDispose]: close }
}
