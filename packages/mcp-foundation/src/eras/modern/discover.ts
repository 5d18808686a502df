import { isJsonObject, ownMember } from '../../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import type { ServerFacts } from '../era-codec.ts'
import { memberOrNull } from '../era-codec.ts'

/** `DiscoverResult` of MCP 2026-07-28 as far as a tools-only client reads it. */
export interface DiscoverResult {
  readonly supportedVersions: readonly JsonValue[]
  readonly offersTools: boolean
  readonly facts: ServerFacts
}

/** The result, or null when it has not the shape that the schema demands. */
export function readDiscoverResult(result: JsonValue): DiscoverResult | null {
  if (!isJsonObject(result)) return null
  const supportedVersions = ownMember(result, 'supportedVersions')
  const capabilities = ownMember(result, 'capabilities')
  if (!Array.isArray(supportedVersions) || !isJsonObject(capabilities)) return null
  return {
    supportedVersions: supportedVersions as readonly JsonValue[],
    offersTools: Object.hasOwn(capabilities, 'tools'),
    facts: { server: serverInfoOf(result), capabilities, instructions: memberOrNull(result, 'instructions') }
  }
}

/** The server's name and version stand in `_meta` in this era. */
function serverInfoOf(result: JsonObject): JsonValue {
  const meta = ownMember(result, '_meta')
  return isJsonObject(meta) ? memberOrNull(meta, 'io.modelcontextprotocol/serverInfo') : null
}
