// The `Client` of each generation of the official SDK, reduced to what the tests of both do with it.
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'
import { governedTransport } from '../mcp-sdk.ts'
import type { GovernedTransportOptions } from '../mcp-sdk.ts'

export interface SdkSession {
  /** Names as `listTools()` gives them. */
  names(): Promise<readonly string[]>
  /** Everything that `listTools()` gives. */
  list(): Promise<unknown>
  call(name: string, args?: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<unknown>
  close(): Promise<void>
}

/** Where a server is. */
export type Place = { readonly url: string } | { readonly command: string; readonly args: string[] }

export interface Generation {
  readonly title: string
  /** The revision that its `Client` speaks with a server that speaks all. */
  readonly revision: string
  open(place: Place, options: GovernedTransportOptions): Promise<SdkSession>
}

const INFO = { name: 'test', version: '1.0.0' }

type ToolCall = { name: string; arguments?: Record<string, unknown> }

/** What both `Client`s can do, in the same words. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool: (call: ToolCall, ...rest: never[]) => Promise<unknown>
  close(): Promise<void>
}

/** It ends with its test, where the test does not end it. */
function sessionOf(client: AnyClient, call: SdkSession['call']): SdkSession {
  onTestFinished(() => client.close())
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    list: () => client.listTools(),
    call,
    close: () => client.close()
  }
}

const V1: Generation = {
  title: 'sdk 1.x',
  revision: '2025-11-25',
  async open(place, options) {
    const client = new ClientV1(INFO)
    if ('url' in place) {
      const transport = governedTransport(new HttpV1(new URL(place.url)), options)
      // The exact optional types of this workspace are stricter than the declarations of the SDK.
      await client.connect(transport as Parameters<typeof client.connect>[0])
    } else {
      await client.connect(governedTransport(new StdioV1({ ...place, stderr: 'ignore' }), options))
    }
    return sessionOf(client, (name, args = {}, more = {}) => client.callTool({ name, arguments: args }, undefined, more))
  }
}

function v2(title: string, revision: string, mode: 'legacy' | 'auto'): Generation {
  return {
    title,
    revision,
    async open(place, options) {
      const client = new ClientV2(INFO, { versionNegotiation: { mode } })
      if ('url' in place) await client.connect(governedTransport(new HttpV2(new URL(place.url)), options))
      else await client.connect(governedTransport(new StdioV2({ ...place, stderr: 'ignore' }), options))
      return sessionOf(client, (name, args = {}, more = {}) => client.callTool({ name, arguments: args }, more))
    }
  }
}

export const GENERATIONS: readonly Generation[] = [V1, v2('client 2.x, older era', '2025-11-25', 'legacy'), v2('client 2.x, modern era', '2026-07-28', 'auto')]

/** Resolves with the typed refusal that a JSON-RPC error carried; rejects when there was none. */
export async function refusalOf(work: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await work.then(
    (value) => {
      throw new TypeError('not refused', { cause: value })
    },
    (reason: unknown) => reason as { readonly data?: unknown }
  )
  if (typeof error.data === 'object' && error.data !== null && 'code' in error.data) return error.data as Record<string, unknown>
  throw error
}
