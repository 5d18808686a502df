// Both generations of the official client, in every form in which they are run.
import { fileURLToPath } from 'node:url'
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import type { VersionNegotiationMode } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Revision } from '../peers/peer.ts'

export interface CallerOptions {
  readonly signal?: AbortSignal
  readonly onprogress?: (progress: { readonly progress: number; readonly total?: number | undefined }) => void
}

export interface CallerResult {
  readonly isError?: boolean | undefined
  readonly content?: unknown
  readonly structuredContent?: unknown
  readonly [member: string]: unknown
}

/** What every client can do, in the same words. */
export interface Caller {
  readonly revision: string | undefined
  instructions(): string | undefined
  list(): Promise<readonly { readonly name: string }[]>
  call(name: string, args?: Record<string, unknown>, options?: CallerOptions): Promise<CallerResult>
  close(): Promise<void>
}

export interface OfficialClient {
  readonly name: string
  readonly speaks: Revision
  readonly over: 'http' | 'stdio'
  /** @param url of our server, for those that call over HTTP; on stdio each opening starts a process of its own */
  open(url: string): Promise<Caller>
}

const INFO = { name: 'official', version: '1.0.0' }
const PROGRAM = {
  command: process.execPath,
  args: ['-C', '@b10x/source', fileURLToPath(new URL('./run-stdio.ts', import.meta.url))],
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)) }
}

export const OFFICIAL_CLIENTS: readonly OfficialClient[] = [
  { name: 'sdk 1.32.2, HTTP', speaks: '2025-11-25', over: 'http', open: (url) => openV1(new HttpV1(new URL(url))) },
  { name: 'sdk 1.32.2, stdio', speaks: '2025-11-25', over: 'stdio', open: () => openV1(new StdioV1(PROGRAM)) },
  { name: 'client 2.4.0, HTTP, handshake', speaks: '2025-11-25', over: 'http', open: (url) => openV2(new HttpV2(new URL(url)), 'legacy') },
  { name: 'client 2.4.0, stdio, handshake', speaks: '2025-11-25', over: 'stdio', open: () => openV2(new StdioV2(PROGRAM), 'legacy') },
  { name: 'client 2.4.0, HTTP, negotiated', speaks: '2026-07-28', over: 'http', open: (url) => openV2(new HttpV2(new URL(url)), 'auto') },
  { name: 'client 2.4.0, HTTP, pinned', speaks: '2026-07-28', over: 'http', open: (url) => openV2(new HttpV2(new URL(url)), { pin: '2026-07-28' }) },
  { name: 'client 2.4.0, stdio, negotiated', speaks: '2026-07-28', over: 'stdio', open: () => openV2(new StdioV2(PROGRAM), 'auto') }
]

async function openV1(transport: HttpV1 | StdioV1): Promise<Caller> {
  const client = new ClientV1(INFO)
  // The exact optional types of this workspace are stricter than the declarations of the SDK.
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return {
    revision: 'protocolVersion' in transport ? transport.protocolVersion : undefined,
    instructions: () => client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) => client.callTool({ name, arguments: args }, undefined, options),
    close: () => client.close()
  }
}

async function openV2(transport: HttpV2 | StdioV2, mode: VersionNegotiationMode): Promise<Caller> {
  const client = new ClientV2(INFO, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    revision: client.getNegotiatedProtocolVersion(),
    instructions: () => client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: (name, args = {}, options = {}) => client.callTool({ name, arguments: args }, options),
    close: () => client.close()
  }
}
