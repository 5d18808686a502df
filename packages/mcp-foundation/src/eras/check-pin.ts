import { GovernedError } from '@b10x/ports/errors'
import type { McpTransport } from '../transport/transport.ts'
import { isLegacyRevision, isModernRevision } from './revisions.ts'

/**
 * Refuses a pin that cannot be spoken over a transport, before anything is opened: revisions without a handshake do not
 * exist over HTTP+SSE.
 * @throws GovernedError `protocol_version_unsupported`
 */
export function checkPin(pinned: string | null, kind: McpTransport['kind']): void {
  if (pinned === null || isLegacyRevision(pinned) || (isModernRevision(pinned) && kind !== 'sse')) return
  throw new GovernedError('protocol_version_unsupported', { requested: pinned, offered: [] })
}
