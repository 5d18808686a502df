import type { HeaderList } from '../../transport/transport.ts'
import type { EraCodec } from '../era-codec.ts'
import type { LegacyRevision } from '../revisions.ts'

/** MCP 2024-11-05 to 2025-11-25: a handshake, then plain messages; over HTTP the revision and the session in headers. */
export function legacyCodec(protocolVersion: LegacyRevision, sessionId: string | null): EraCodec {
  // Sent for every revision: older servers ignore it (mcp-protocol-version exists since 2025-06-18).
  const headers: HeaderList = [
    ['mcp-protocol-version', protocolVersion],
    ...(sessionId === null ? [] : ([['mcp-session-id', sessionId]] as const))
  ]
  return {
    era: 'legacy',
    protocolVersion,
    cancelsByMessage: true,
    envelope: (progressToken) => (progressToken === null ? '' : `"_meta":{"progressToken":${progressToken}}`),
    headers: () => headers
  }
}
