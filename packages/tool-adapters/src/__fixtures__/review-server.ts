import { connect, parseSnapshot, serializeSnapshot } from '@b10x/mcp-foundation'
import type { McpTransport, ToolSnapshot } from '@b10x/mcp-foundation'
import { httpTransport } from '@b10x/mcp-foundation/http'
import { stdioTransport } from '@b10x/mcp-foundation/stdio'
import type { Place } from './sdk-clients.ts'

/** What `b10x-mcp snapshot` writes and a program reads back. */
export async function reviewServer(place: Place, protocolVersion: string): Promise<ToolSnapshot> {
  const transport: McpTransport = 'url' in place ? httpTransport(place.url) : stdioTransport(place)
  const client = await connect(transport, { protocolVersion })
  try {
    return parseSnapshot(serializeSnapshot(await client.freeze()))
  } finally {
    await client.close()
  }
}
