/// <reference types="node" />
// Clients that other people wrote, and ours, reduced to what the tests do with them.
import { connect } from '@b10x/mcp-foundation'
import type { JsonObject } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** A result, as far as the tests look at it. */
export interface Called {
  readonly isError: boolean
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: unknown
}

export interface Caller extends AsyncDisposable {
  tools(): Promise<readonly ListedTool[]>
  call(name: string, input?: Record<string, unknown>): Promise<Called>
}

export interface ListedTool {
  readonly name: string
  readonly inputSchema: unknown
  readonly annotations?: unknown
}

export interface Generation {
  readonly title: string
  open(url: string, token: string): Promise<Caller>
}

const INFO = { name: 'test', version: '1.0.0' }

type ToolCall = { name: string; arguments?: Record<string, unknown> }

interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly ListedTool[] }>
  callTool: (call: ToolCall) => Promise<unknown>
  close(): Promise<void>
}

function callerOf(client: AnyClient): Caller {
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}) => {
      const { isError = false, ...result } = (await client.callTool({ name, arguments: input })) as Partial<Called> & Omit<Called, 'isError'>
      return { isError, ...result }
    },
    [Symbol.asyncDispose]: () => client.close()
  }
}

const headersOf = (token: string): { readonly requestInit: { readonly headers: { readonly authorization: string } } } => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

const V1: Generation = {
  title: 'sdk 1.32.2',
  async open(url, token) {
    const client = new ClientV1(INFO)
    // The exact optional types of this workspace are stricter than the declarations of the SDK.
    await client.connect(new HttpV1(new URL(url), headersOf(token)) as Parameters<typeof client.connect>[0])
    return callerOf(client as AnyClient)
  }
}

const v2 = (title: string, mode: 'legacy' | 'auto'): Generation => ({
  title,
  async open(url, token) {
    const client = new ClientV2(INFO, { versionNegotiation: { mode } })
    await client.connect(new HttpV2(new URL(url), headersOf(token)))
    return callerOf(client as AnyClient)
  }
})

/** Ours: every result as it came. */
export const FOUNDATION: Generation = {
  title: 'mcp-foundation',
  async open(url, token) {
    const client = await connect(httpTransport(url, { headers: { authorization: `Bearer ${token}` } }))
    return {
      tools: async () => (await client.freeze()).tools.map(({ descriptor }) => descriptor as unknown as ListedTool),
      call: async (name, input = {}) => {
        const outcome = await client.callTool(name, input as JsonObject)
        if (outcome.kind !== 'complete') throw new TypeError(outcome.kind)
        const { isError, content, structuredContent } = outcome
        return { isError, content: content as unknown as Called['content'], ...(structuredContent === undefined ? {} : { structuredContent }) }
      },
      [Symbol.asyncDispose]: () => client.close()
    }
  }
}

export const GENERATIONS: readonly Generation[] = [V1, v2('client 2.4.0, older era', 'legacy'), v2('client 2.4.0, modern era', 'auto'), FOUNDATION]

/** The refusal that a result carries. */
export function refusalIn({ isError, content }: Called): { readonly code: string; readonly details: Readonly<Record<string, unknown>> } {
  if (!isError) throw new TypeError('not refused')
  return JSON.parse(content[0]?.text ?? '') as { readonly code: string; readonly details: Readonly<Record<string, unknown>> }
}
