import { writeJson } from '../../json/write-json.ts'
import type { HeaderList } from '../../transport/transport.ts'
import type { EraCodec } from '../era-codec.ts'
import type { ModernRevision } from '../revisions.ts'
import { encodeHeaderValue } from '../encode-header-value.ts'

export interface ClientInfo {
  readonly name: string
  readonly version: string
}

const META = 'io.modelcontextprotocol'

/** MCP 2026-07-28: stateless, the envelope in `_meta` of every request, headers that mirror the body. */
export function modernCodec(protocolVersion: ModernRevision, clientInfo: ClientInfo): EraCodec {
  const meta =
    `"${META}/protocolVersion":"${protocolVersion}","${META}/clientCapabilities":{},` +
    `"${META}/clientInfo":${writeJson({ name: clientInfo.name, version: clientInfo.version }, { sorted: false, indent: 0 })}`
  return {
    era: 'modern',
    protocolVersion,
    cancelsByMessage: false,
    envelope: (progressToken) =>
      progressToken === null ? `"_meta":{${meta}}` : `"_meta":{${meta},"progressToken":${progressToken}}`,
    headers: (method, toolName): HeaderList => {
      const headers: [string, string][] = [
        ['mcp-protocol-version', protocolVersion],
        ['mcp-method', method]
      ]
      if (toolName !== null) headers.push(['mcp-name', encodeHeaderValue(toolName)])
      return headers
    }
  }
}
