// Compiled only: an installed package has to carry its types for every compiler that people use.
import { connect, DEFAULT_BOUNDS, type CallOutcome, type McpClient, type ToolSnapshot } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import type { Bounds, ToolEffect } from '@b10x/ports'
import { hasCode, type ErrorCode } from '@b10x/ports/errors'

export const bounds: Bounds = DEFAULT_BOUNDS
export const effect: ToolEffect = 'read'
export const code: ErrorCode = 'outcome_unknown'

export async function review(url: string): Promise<ToolSnapshot> {
  const client: McpClient = await connect(httpTransport(url), { bounds: { maxTools: 10 } })
  return client.freeze()
}

export async function call(command: string): Promise<string> {
  const client = await connect(stdioTransport({ command }))
  try {
    const outcome: CallOutcome = await client.callTool('add', { a: 1 })
    return outcome.kind === 'complete' ? outcome.resultText : outcome.kind
  } catch (error) {
    if (hasCode(error, 'outcome_unknown')) return error.code
    throw error
  } finally {
    await client.close()
  }
}
