import type { ConnectOptions, McpClient } from './client/mcp-client.ts'
import type { McpTransport } from './transport/transport.ts'

/**
 * Opens a transport, agrees on a protocol revision and returns a tools-only client. Nothing is listed yet. What
 * connecting needs is loaded by the first call: a program that only reads snapshots does not pay for it.
 *
 * Time: opening, negotiating and later listing share one budget, the `connectDeadlineMs` bound.
 * @throws GovernedError `bounds_invalid`, `protocol_version_unsupported`, `protocol_revision_changed`,
 *   `tools_not_offered`, `deadline_exceeded`, `cancelled`, `header_mismatch`, and all that a {@link McpTransport} rejects with
 */
export async function connect(transport: McpTransport, options: ConnectOptions = {}): Promise<McpClient> {
  const flow = await import('./connect.ts')
  return flow.connect(transport, options)
}
