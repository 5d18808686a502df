import type { JsonValue, ToolResult } from '@b10x/ports'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import { isJsonObject } from './json-members.ts'
import { jsonText } from './json-text.ts'
import type { ServerState } from './server-state.ts'

/**
 * The result of a call as JSON text, unedited. Before 2026-07-28 structured content is an object: any other value stands
 * in one, as its `result`.
 * @throws GovernedError `result_too_large`; TypeError for what is no JSON
 */
export function resultText(server: ServerState, result: ToolResult, modern: boolean): string {
  if (!Array.isArray(result.content)) throw new TypeError('a result has content')
  const { structuredContent } = result
  const structured = structuredContent === undefined || modern || isJsonObject(structuredContent) ? structuredContent : { result: structuredContent }
  const text = complete(server, jsonText(result.content), structured, result.isError, modern)
  const limit = server.bounds.maxResultBytes
  const seen = Buffer.byteLength(text)
  if (seen > limit) throw new GovernedError('result_too_large', { bound: 'maxResultBytes', limit, seen })
  return text
}

/** What a caller sees of a failure: a fixed text of ours as JSON. What was thrown goes to the operator. */
export function refusalText(server: ServerState, tool: string, error: unknown, modern: boolean): string {
  const shown = isGovernedError(error) ? error : new GovernedError('tool_failed', { tool, reference: server.report(error) })
  return complete(server, jsonText([{ type: 'text', text: JSON.stringify(shown) }]), undefined, true, modern)
}

function complete(server: ServerState, content: string, structured: JsonValue | undefined, isError: boolean, modern: boolean): string {
  const members = `"content":${content}${structured === undefined ? '' : `,"structuredContent":${jsonText(structured)}`}${isError ? ',"isError":true' : ''}`
  return modern ? `{"resultType":"complete",${members},${server.metaMember}}` : `{${members}}`
}
