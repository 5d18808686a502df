import type { JsonObject } from '@b10x/ports'
import type { RequestHead } from '../http/request-head.ts'
import { isJsonObject, ownMember } from './json-members.ts'

/** W3C Trace Context, level 1: version, trace id, parent id, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The trace a call belongs to: of `_meta` (MCP 2026-07-28), else of the HTTP request. Null where it is none. */
export function traceparentOf(params: JsonObject, head: RequestHead | null): string | null {
  const meta = ownMember(params, '_meta')
  const given = isJsonObject(meta) ? ownMember(meta, 'traceparent') : undefined
  const traceparent = given ?? head?.header('traceparent')
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null
}
