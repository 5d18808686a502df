import { HEADER_MISMATCH, META_INVALID, checkLegacyMirrors, claimedVersion, unsupportedVersion } from '../protocol/check-request.ts'
import type { RpcRequest } from '../protocol/read-message.ts'
import { ASSUMED_REVISION, isLegacyRevision, isModernRevision } from '../protocol/revisions.ts'
import type { RpcFault } from '../protocol/rpc-fault.ts'
import type { RequestHead } from './request-head.ts'

/**
 * Which rules a request falls under, by what it says itself: nothing is remembered between requests. A claim in the body
 * is modern unless it names a handshake revision; a modern header without a claim is neither.
 */
export function chooseEra(request: RpcRequest, head: RequestHead): 'modern' | 'legacy' | RpcFault {
  const header = head.header('mcp-protocol-version')
  const claim = claimedVersion(request.params)
  if (claim !== undefined && !isLegacyRevision(claim)) return 'modern'
  if (isModernRevision(header)) return META_INVALID
  if (claim !== undefined && claim !== (header ?? ASSUMED_REVISION)) return HEADER_MISMATCH
  return revisionFault(head) ?? checkLegacyMirrors(request, head) ?? 'legacy'
}

/** A header that names no revision of ours (2025-11-25, transports, protocol version header). */
export function revisionFault(head: RequestHead): RpcFault | null {
  const header = head.header('mcp-protocol-version')
  return header === null || isLegacyRevision(header) || isModernRevision(header) ? null : unsupportedVersion(header)
}
