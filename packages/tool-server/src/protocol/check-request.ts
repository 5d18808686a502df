import type { JsonObject } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import type { RequestHead } from '../http/request-head.ts'
import { decodeHeaderValue } from './header-value.ts'
import { isJsonObject, ownMember } from './json-members.ts'
import type { RpcRequest } from './read-message.ts'
import { SERVED_REVISIONS, isModernRevision } from './revisions.ts'
import { RPC, fixedFault, rpcFault } from './rpc-fault.ts'
import type { RpcFault } from './rpc-fault.ts'

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

export const HEADER_MISMATCH: RpcFault = rpcFault(RPC.headerMismatch, 400, new GovernedError('header_mismatch', {}))
export const META_INVALID: RpcFault = fixedFault(
  RPC.invalidParams,
  400,
  `The params of every request have a _meta with ${VERSION} (a string) and ${CAPABILITIES} (an object).`
)

/** The revision that the body claims (MCP 2026-07-28, basic, `_meta`); undefined without a claim. */
export function claimedVersion(params: JsonObject): unknown {
  const meta = ownMember(params, '_meta')
  return isJsonObject(meta) ? ownMember(meta, VERSION) : undefined
}

/** What a client says it can do; null where it says nothing that counts. */
export function clientCapabilities(params: JsonObject): JsonObject | null {
  const meta = ownMember(params, '_meta')
  const capabilities = isJsonObject(meta) ? ownMember(meta, CAPABILITIES) : undefined
  return isJsonObject(capabilities) ? capabilities : null
}

/**
 * A request of 2026-07-28: its mirrored headers equal the body (over HTTP), its revision is served, its `_meta` is whole.
 * In this order, so that a rewriting proxy is told so before anything else.
 */
export function checkModernRequest(request: RpcRequest, head: RequestHead | null): RpcFault | null {
  const version = claimedVersion(request.params)
  if (typeof version !== 'string') return META_INVALID
  if (head !== null) {
    if (head.header('mcp-protocol-version') !== version || head.header('mcp-method') !== request.method) return HEADER_MISMATCH
    if (request.method === 'tools/call' && !mirrorsName(request, head)) return HEADER_MISMATCH
  }
  if (!isModernRevision(version)) return unsupportedVersion(version)
  return clientCapabilities(request.params) === null ? META_INVALID : null
}

/** An older request that mirrors all the same must mirror the truth: somebody on the way may have decided by it. */
export function checkLegacyMirrors(request: RpcRequest, head: RequestHead): RpcFault | null {
  const method = head.header('mcp-method')
  if (method !== null && method !== request.method) return HEADER_MISMATCH
  return head.header('mcp-name') === null || mirrorsName(request, head) ? null : HEADER_MISMATCH
}

function mirrorsName(request: RpcRequest, head: RequestHead): boolean {
  const mirrored = head.header('mcp-name')
  return mirrored !== null && decodeHeaderValue(mirrored) === ownMember(request.params, 'name')
}

export function unsupportedVersion(requested: string): RpcFault {
  const supported = SERVED_REVISIONS
  const error = new GovernedError('protocol_version_unsupported', { requested: null, offered: supported })
  return rpcFault(RPC.unsupportedVersion, 400, error, { supported, requested: requested.slice(0, 64) })
}
