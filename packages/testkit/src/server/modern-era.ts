/** MCP 2026-07-28 as a well-behaved, tools-only server speaks it (mcp: basic, versioning, discover, tools, caching). */
import { jsonText } from '../script/raw-json.ts'
import { MODERN } from '../script/script.ts'
import type { Script } from '../script/script.ts'
import { errorReply, isRecord, metaOf, resultReply } from './json-rpc.ts'
import type { ClientMessage, Reply } from './json-rpc.ts'
import { findPage, findTool, pageMembers } from './list-page.ts'
import { completeModernResult, runTool } from './run-tool.ts'

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'

/** True when the script speaks the modern era at all. */
export function speaksModern(script: Script): boolean {
  return script.protocolVersions.some((version) => MODERN.includes(version))
}

/** -32022 with the versions that this server speaks. */
export function unsupportedVersion(script: Script, message: ClientMessage, requested: unknown): Reply {
  const data = { supported: script.protocolVersions, requested }
  return errorReply(message.idText, 400, -32022, 'Unsupported protocol version', data)
}

/** The good reply to a modern request. */
export async function answerModern(script: Script, message: ClientMessage): Promise<Reply> {
  const { idText } = message
  const meta = metaOf(message)
  const version = meta[VERSION_KEY]
  if (typeof version !== 'string') return errorReply(idText, 400, -32602, `_meta lacks ${VERSION_KEY}`)
  if (!MODERN.some((known) => known === version)) return unsupportedVersion(script, message, version)
  if (!isRecord(meta[CAPABILITIES_KEY])) return errorReply(idText, 400, -32602, `_meta lacks ${CAPABILITIES_KEY}`)
  switch (message.method) {
    case 'server/discover':
      return resultReply(idText, discoverResult(script))
    case 'tools/list': {
      const page = findPage(script, message.params['cursor'])
      if (page === null) return errorReply(idText, 200, -32602, 'Unknown cursor')
      return resultReply(idText, `{${pageMembers(page)},${cacheableMembers(script)}}`)
    }
    case 'tools/call': {
      if (findTool(script, message.params['name']) === null) return errorReply(idText, 200, -32602, 'Unknown tool')
      return resultReply(idText, completeModernResult(script, await runTool(script, message, 'modern')))
    }
    default:
      return errorReply(idText, 404, -32601, 'Method not found')
  }
}

function discoverResult(script: Script): string {
  const instructions = script.instructions === null ? '' : `,"instructions":${JSON.stringify(script.instructions)}`
  const versions = JSON.stringify(script.protocolVersions)
  const capabilities = jsonText(script.capabilities)
  return `{"supportedVersions":${versions},"capabilities":${capabilities}${instructions},${cacheableMembers(script)}}`
}

function cacheableMembers(script: Script): string {
  const meta = `{"io.modelcontextprotocol/serverInfo":${jsonText(script.serverInfo)}}`
  const { ttlMs, cacheScope } = script.cacheHints
  return `"ttlMs":${ttlMs},"cacheScope":"${cacheScope}","resultType":"complete","_meta":${meta}`
}
