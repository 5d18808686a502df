/// <reference types="node" />
import { connectMcpServer, createMcpTools, createStdioMcpClient } from '@b10x/harness-mcp'
import type { AdmittedTools } from '@b10x/harness-mcp'
import { answering, MODERN, neverAnswer, startHttpServer, startSseServer, stdioServerCommand } from '@b10x/testkit'
import type { ProtocolVersion, ScriptPart } from '@b10x/testkit'

/** A raw server that takes calls of `s_t` and answers none. */
export interface SilentServer extends AsyncDisposable {
  readonly tools: AdmittedTools
  /** Resolves once a call has arrived. */
  called(): Promise<unknown>
  /** Resolves with what the server saw of the abort. */
  aborted(): Promise<string>
}

export function startSilentServer(transport: 'http' | 'sse' | 'stdio', protocolVersions: readonly ProtocolVersion[]): Promise<SilentServer> {
  const script = { protocolVersions, ...answering('tools/call', neverAnswer()) }
  if (transport === 'stdio') return overStdio(script)
  return overHttp(script, transport === 'sse', transport === 'http' && protocolVersions === MODERN)
}

async function overHttp(script: ScriptPart, overSse: boolean, dropsResponse: boolean): Promise<SilentServer> {
  const server = await (overSse ? startSseServer(script) : startHttpServer(script))
  const connection = await connectMcpServer('s', { url: server.url, transport: overSse ? 'sse' : 'streamable-http' })
  return {
    tools: connection.tools,
    called: () => server.received('tools/call'),
    async aborted() {
      if (dropsResponse) return `response ${await (await server.received('tools/call')).ended}`
      return (await server.received('notifications/cancelled')).message?.method ?? ''
    },
    async [Symbol.asyncDispose]() {
      await connection.close()
      await server.close()
    }
  }
}

async function overStdio(script: ScriptPart): Promise<SilentServer> {
  const server = stdioServerCommand(script)
  const client = createStdioMcpClient({ command: server.command, args: server.args })
  return {
    tools: await createMcpTools(client, { prefix: 's' }),
    called: () => server.received('tools/call'),
    aborted: async () => (await server.received('notifications/cancelled')).message?.method ?? '',
    async [Symbol.asyncDispose]() {
      await client.close()
      server[Symbol.dispose]()
    }
  }
}
