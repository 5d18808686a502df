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
  const plain = `"_meta":{${meta}}`
  const named = new Map<string, HeaderList>()

  function headersOf(method: string, toolName: string | null): HeaderList {
    const headers: [string, string][] = [
      ['mcp-protocol-version', protocolVersion],
      ['mcp-method', method]
    ]
    if (toolName !== null) headers.push(['mcp-name', encodeHeaderValue(toolName)])
    return headers
  }

  /** Every call of a tool sends the same ones. As many as there are tools: only names of the frozen set are called. */
  function headersOfCall(method: string, toolName: string): HeaderList {
    const known = named.get(toolName)
    if (known !== undefined) return known
    const headers = headersOf(method, toolName)
    named.set(toolName, headers)
    return headers
  }

  return {
    era: 'modern',
    protocolVersion,
    cancelsByMessage: false,
    envelope: (progressToken) => (progressToken === null ? plain : `"_meta":{${meta},"progressToken":${progressToken}}`),
    headers: (method, toolName) => (toolName === null ? headersOf(method, null) : headersOfCall(method, toolName))
  }
}
