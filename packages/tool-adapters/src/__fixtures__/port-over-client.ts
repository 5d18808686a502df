// What somebody writes who has a `Client` of the official SDK, wraps its transport, and wants its tools in a framework.
import { Client } from '@modelcontextprotocol/client'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { JsonObject, ToolPort } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { ErrorCode, ErrorDetails } from '@b10x/ports/errors'
import { onTestFinished } from 'vitest'
import { governedTransport } from '../mcp-sdk.ts'
import type { GovernedTransportOptions } from '../mcp-sdk.ts'

/** The `Client` speaks 2025-11-25, its default. */
export async function openPort(url: string, options: GovernedTransportOptions): Promise<ToolPort> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  onTestFinished(() => client.close())
  await client.connect(governedTransport(new StreamableHTTPClientTransport(new URL(url)), options))
  const { tools } = await client.listTools()
  return {
    tools: tools.map(({ name, inputSchema }) => ({ name, description: name, inputSchema: inputSchema as JsonObject, prose: 'local', source: 'test' })),
    decide: async () => ({ decision: 'allow', policyVersion: '1' }),
    async callTool(name, args, { signal } = {}) {
      const call = client.callTool({ name, arguments: args as Record<string, unknown> }, signal === undefined ? {} : { signal })
      const result = await call.catch((error: unknown) => {
        throw typedRefusal(error)
      })
      return {
        isError: result.isError === true,
        content: result.content as JsonObject[],
        provenance: { source: 'test', tool: name, trust: 'untrusted' },
        toModelText: () => JSON.stringify(result.content)
      }
    }
  }
}

function typedRefusal(error: unknown): unknown {
  const { data } = error as { readonly data?: { readonly code: ErrorCode; readonly details: ErrorDetails[ErrorCode] } }
  return data?.code === undefined ? error : new GovernedError(data.code, data.details, { cause: error })
}
