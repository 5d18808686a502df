import type { Channel, McpTransport } from '@b10x/mcp-foundation'

export interface ObservedTransport extends McpTransport {
  /** The kept end of what the server's process wrote to standard error; empty before one runs, and over HTTP. */
  stderrTail(): string
  /** Pages that the last listing asked for. */
  listedPages(): number
}

/** The same transport, remembering its channel: a server that fails while we connect has said why on standard error. */
export function observeTransport(transport: McpTransport): ObservedTransport {
  let channel: Channel | undefined
  let pages = 0
  const counted = (opened: Channel): Channel['request'] => (request) => {
    if (request.method === 'tools/list') pages = hasCursor(request.body) ? pages + 1 : 1
    return opened.request(request)
  }
  return {
    kind: transport.kind,
    open: async (context) => {
      channel = await transport.open(context)
      // Over the channel instead of a copy: its evidence may still change.
      return Object.create(channel, { request: { value: counted(channel) } }) as Channel
    },
    stderrTail: () => channel?.diagnostics().stderrTail ?? '',
    listedPages: () => pages
  }
}

function hasCursor(body: string): boolean {
  const { params } = JSON.parse(body) as { readonly params?: { readonly cursor?: unknown } }
  return params?.cursor !== undefined
}
