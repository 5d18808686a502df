import type { Channel, McpTransport } from '@b10x/mcp-foundation'

export interface ObservedTransport extends McpTransport {
  /** The kept end of what the server's process wrote to standard error. Empty before one runs, and over HTTP. */
  stderrTail(): string
}

/** The same transport, remembering its channel: a program that fails while we connect has said why on standard error. */
export function observeTransport(transport: McpTransport): ObservedTransport {
  let channel: Channel | undefined
  return {
    kind: transport.kind,
    open: async (context) => (channel = await transport.open(context)),
    stderrTail: () => channel?.diagnostics().stderrTail ?? ''
  }
}
