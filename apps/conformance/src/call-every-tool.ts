import assert from 'node:assert/strict'
import type { JsonObject, McpClient, SnapshotTool } from '@b10x/mcp-foundation'

export async function callEveryTool(client: McpClient): Promise<void> {
  const { tools } = await client.freeze()
  for (const tool of tools) await called(client, nameOf(tool))
}

/** The call succeeds. */
export async function called(client: McpClient, name: string, args: JsonObject = {}): Promise<void> {
  const outcome = await client.callTool(name, args)
  assert(outcome.kind === 'complete' && !outcome.isError)
}

export function nameOf({ name }: SnapshotTool): string {
  assert(name !== null)
  return name
}
