import { connect } from '@b10x/mcp-foundation'
import type { ConnectOptions, McpClient, McpTransport, ToolSnapshot } from '@b10x/mcp-foundation'
import { HARNESS_RELEASE } from '../release.ts'

/** A connection whose tools were listed and are fixed. */
export interface Dialled {
  readonly client: McpClient
  readonly snapshot: ToolSnapshot
}

/** Connects and lists once. What fails leaves nothing open. */
export async function dial(transport: McpTransport, options: ConnectOptions): Promise<Dialled> {
  const { name, version } = HARNESS_RELEASE
  const client = await connect(transport, { clientInfo: { name, version }, ...options })
  try {
    const snapshot = await client.freeze(options.signal === undefined ? {} : { signal: options.signal })
    return { client, snapshot }
  } catch (error) {
    await client.close()
    throw error
  }
}
