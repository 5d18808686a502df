import { startHttpServer, startSseServer, stdioServerCommand } from '@b10x/testkit'
import type { ScriptPart } from '@b10x/testkit'
import { connect } from '../connect.ts'
import type { ConnectOptions, McpClient } from '../client/mcp-client.ts'
import { httpTransport } from '../http.ts'
import { sseTransport } from '../sse.ts'
import { stdioTransport } from '../stdio.ts'
import type { McpTransport } from '../transport/transport.ts'

/** One scripted server behind one of the transports, and clients that are closed with it. */
export interface ScriptedPeer extends AsyncDisposable {
  readonly transport: McpTransport
  client(options?: ConnectOptions): Promise<McpClient>
  /** How often a method reached the server. */
  count(method: string): number
  /** Resolves with the nth message of that method (from 1) once it has arrived. */
  received(method: string, nth?: number): Promise<unknown>
}

export type StartPeer = (...script: readonly ScriptPart[]) => Promise<ScriptedPeer>

export async function startHttpPeer(...script: readonly ScriptPart[]): Promise<ScriptedPeer> {
  const server = await startHttpServer(...script)
  const transport = httpTransport(server.url)
  return peer(transport, server, () => server.close())
}

export async function startSsePeer(...script: readonly ScriptPart[]): Promise<ScriptedPeer> {
  const server = await startSseServer(...script)
  return peer(sseTransport(server.url), server, () => server.close())
}

export async function startStdioPeer(...script: readonly ScriptPart[]): Promise<ScriptedPeer> {
  const server = stdioServerCommand(...script)
  const transport = stdioTransport({ command: server.command, args: server.args })
  return peer(transport, server, async () => server[Symbol.dispose]())
}

/** For `describe.each`: everything that holds for one transport holds for the other. */
export const PEERS: readonly (readonly [name: string, start: StartPeer])[] = [
  ['Streamable HTTP', startHttpPeer],
  ['stdio', startStdioPeer]
]

/** The same for what needs nothing of 2026-07-28: the transport of 2024-11-05 carries that too. */
export const ALL_PEERS: typeof PEERS = [...PEERS, ['HTTP+SSE', startSsePeer]]

interface Counting {
  count(method: string): number
  received(method: string, nth?: number): Promise<unknown>
}

function peer(transport: McpTransport, server: Counting, end: () => Promise<void>): ScriptedPeer {
  const clients: McpClient[] = []
  return {
    transport,
    count: (method) => server.count(method),
    received: (method, nth) => server.received(method, nth),
    async client(options) {
      const client = await connect(transport, options)
      clients.push(client)
      return client
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close()))
      await end()
    }
  }
}
