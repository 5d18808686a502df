import type { JsonValue } from '@b10x/mcp-foundation'
import type { Bounds } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { isMembers } from './sdk-transport.ts'
import type { Members } from './sdk-transport.ts'

/** Asks the server `tools/list`, once, with these parameters beside the envelope. */
export type AskForPage = (params: Members) => Promise<unknown>

/**
 * All pages of the live listing, or nothing (MCP, pagination). An empty cursor is a cursor like any other.
 * @throws GovernedError `page_cursor_repeated`, `bound_exceeded` for `maxPages` and `maxTools`, `response_invalid`, and
 *   whatever asking throws
 */
export async function listLiveTools(ask: AskForPage, bounds: Pick<Bounds, 'maxPages' | 'maxTools'>): Promise<readonly JsonValue[]> {
  const descriptors: JsonValue[] = []
  const cursors = new Set<string>()
  let cursor: string | null = null
  for (let page = 1; ; page += 1) {
    refuseOver(bounds, 'maxPages', page)
    const result = await ask(cursor === null ? {} : { cursor })
    const { tools, next } = readPage(result)
    for (const descriptor of tools) descriptors.push(descriptor)
    refuseOver(bounds, 'maxTools', descriptors.length)
    if (next === null) return descriptors
    if (cursors.has(next)) throw new GovernedError('page_cursor_repeated', { page })
    cursors.add(next)
    cursor = next
  }
}

function readPage(result: unknown): { readonly tools: readonly JsonValue[]; readonly next: string | null } {
  if (isMembers(result) && Array.isArray(result['tools']) && (result['resultType'] ?? 'complete') === 'complete') {
    const next = result['nextCursor'] ?? null
    if (next === null || typeof next === 'string') return { tools: result['tools'] as readonly JsonValue[], next }
  }
  throw new GovernedError('response_invalid', { reason: 'result_shape', status: null })
}

function refuseOver(bounds: Pick<Bounds, 'maxPages' | 'maxTools'>, bound: 'maxPages' | 'maxTools', seen: number): void {
  if (seen > bounds[bound]) throw new GovernedError('bound_exceeded', { bound, limit: bounds[bound], seen })
}
