import { GovernedError } from '@b10x/ports/errors'
import type { Bounds } from '@b10x/ports'
import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { RequestSender } from '../client/request-sender.ts'

/**
 * All pages of `tools/list`, or nothing: a listing that could not be finished is never returned (MCP, pagination).
 * An empty cursor is a cursor like any other.
 * @throws GovernedError `page_cursor_repeated`, `bound_exceeded` for `maxPages` and `maxTools`, `response_invalid`
 */
export async function listTools(sender: RequestSender, bounds: Bounds, signal: AbortSignal): Promise<readonly JsonValue[]> {
  const descriptors: JsonValue[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; ; page += 1) {
    if (page > bounds.maxPages) throw new GovernedError('bound_exceeded', { bound: 'maxPages', limit: bounds.maxPages, seen: page })
    const members = cursor === undefined ? '' : `"cursor":${JSON.stringify(cursor)}`
    const { result, status } = await sender.send('tools/list', members, { signal })
    if (!isPage(result)) throw new GovernedError('response_invalid', { reason: 'result_shape', status })
    for (const descriptor of result.tools) descriptors.push(descriptor)
    if (descriptors.length > bounds.maxTools) {
      throw new GovernedError('bound_exceeded', { bound: 'maxTools', limit: bounds.maxTools, seen: descriptors.length })
    }
    const next = ownMember(result, 'nextCursor')
    // Some servers write the absent cursor as null; no reader takes it for one.
    if (next === undefined || next === null) return descriptors
    if (typeof next !== 'string') throw new GovernedError('response_invalid', { reason: 'result_shape', status })
    if (cursors.has(next)) throw new GovernedError('page_cursor_repeated', { page })
    cursors.add(next)
    cursor = next
  }
}

/** A listing is never `input_required` (MCP 2026-07-28, multi-round-trip requests). */
function isPage(result: JsonValue): result is JsonObject & { readonly tools: readonly JsonValue[] } {
  if (!isJsonObject(result) || !Array.isArray(ownMember(result, 'tools'))) return false
  const type = ownMember(result, 'resultType')
  return type === undefined || type === 'complete'
}
