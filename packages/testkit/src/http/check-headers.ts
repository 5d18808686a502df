/** The checks that a well-behaved Streamable HTTP server makes before it looks at the method (mcp: streamable-http). */
import { isRecord, errorReply, metaOf } from '../server/json-rpc.ts'
import type { ClientMessage, Reply } from '../server/json-rpc.ts'
import { legacyVersions, negotiateVersion } from '../server/legacy-era.ts'
import { findTool } from '../server/list-page.ts'
import { claimsModern } from '../server/answer-message.ts'
import { speaksModern, unsupportedVersion, VERSION_KEY } from '../server/modern-era.ts'
import { MODERN } from '../script/script.ts'
import type { Script } from '../script/script.ts'
import { checkParamHeaders, decodeHeaderValue } from './check-param-headers.ts'
import type { ReceivedRequest } from './received-request.ts'

const plain = (status: number): Reply => ({ message: '', status })

/** What holds for every request: Origin (403), media types (415, 406). Null means go on. */
export function checkRequest(request: ReceivedRequest): Reply | null {
  const { origin, accept = '', 'content-type': contentType = '' } = request.headers
  if (origin !== undefined && !/^https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(origin)) return plain(403)
  if (request.httpMethod !== 'POST') return null
  if (!/^application\/json\s*(;|$)/i.test(contentType)) return plain(415)
  const takes = (type: string): boolean => accept.toLowerCase().includes(type)
  return takes('application/json') && takes('text/event-stream') ? null : plain(406)
}

/** The routing headers of the era that the request claims. Null means go on. */
export function checkRoutingHeaders(script: Script, request: ReceivedRequest, message: ClientMessage): Reply | null {
  if (speaksModern(script) && claimsModern(message)) return checkModern(script, request, message)
  const version = request.headers['mcp-protocol-version']
  if (speaksModern(script) && MODERN.some((known) => known === version)) {
    return errorReply(message.idText, 400, -32602, `_meta lacks ${VERSION_KEY}`)
  }
  return message.method === 'initialize' ? null : checkLegacy(script, version, message)
}

function checkModern(script: Script, request: ReceivedRequest, message: ClientMessage): Reply | null {
  const { headers } = request
  const mismatch = (header: string): Reply => errorReply(message.idText, 400, -32020, `Header mismatch: ${header}`)
  const version = metaOf(message)[VERSION_KEY]
  if (headers['mcp-protocol-version'] !== version) return mismatch('MCP-Protocol-Version')
  if (!MODERN.some((known) => known === version)) return unsupportedVersion(script, message, version)
  if (message.idText !== null && headers['mcp-method'] !== message.method) return mismatch('Mcp-Method')
  if (message.method !== 'tools/call') return null
  const name = headers['mcp-name']
  if (name === undefined || decodeHeaderValue(name) !== message.params['name']) return mismatch('Mcp-Name')
  const descriptor = findTool(script, message.params['name'])
  const schema = descriptor?.['inputSchema']
  const wrong = isRecord(schema) ? checkParamHeaders(schema, message.params['arguments'], headers) : null
  return wrong === null ? null : mismatch(wrong)
}

function checkLegacy(script: Script, version: string | undefined, message: ClientMessage): Reply | null {
  const versions: readonly string[] = legacyVersions(script)
  if (versions.length === 0) return null
  const knowsHeader = versions.some((known) => known >= '2025-06-18')
  if (!knowsHeader || versions.includes(version ?? '2025-03-26')) return null
  const text = `Unsupported protocol version (supported: ${versions.join(', ')})`
  return errorReply(message.idText, 400, -32000, text)
}

/** The sessions of the legacy era. */
export interface Sessions {
  /** Checks the session id of a legacy request: 400 without one, 404 for an unknown one. Null means go on. */
  check(script: Script, request: ReceivedRequest, message: ClientMessage | null): Reply | null
  /** The header of an `initialize` response. */
  open(script: Script, message: ClientMessage): Readonly<Record<string, string>>
  /** Forgets all sessions: every id is a 404 from now on. */
  expire(): void
  end(request: ReceivedRequest): void
}

export function keepSessions(): Sessions {
  const live = new Set<string>()
  let made = 0
  return {
    check(script, request, message) {
      const modern = message !== null && speaksModern(script) && claimsModern(message)
      if (!script.session || modern || message?.method === 'initialize') return null
      const id = request.headers['mcp-session-id']
      if (id === undefined) return plain(400)
      return live.has(id) ? null : plain(404)
    },
    open(script, message) {
      const agreed = negotiateVersion(script, message.params['protocolVersion'])
      if (!script.session || agreed === null) return {}
      made += 1
      const id = `session-${made}`
      live.add(id)
      return { 'mcp-session-id': id }
    },
    expire: () => live.clear(),
    end: (request) => void live.delete(request.headers['mcp-session-id'] ?? '')
  }
}
