import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { CompleteOutcome, UnrecognizedOutcome } from '../client/mcp-client.ts'

/** What the result of a `tools/call` is, before anything is done with it. Pure. */
export type CallResultReading =
  | CompleteOutcome
  | UnrecognizedOutcome
  | { readonly kind: 'input_required'; readonly result: JsonObject; readonly resultText: string }

/**
 * Reads a call's result without changing it. Only a result with content or structured content is complete; a task, an
 * unknown `resultType` and an empty object never look like a success. An absent `resultType` counts as complete
 * (MCP 2026-07-28, basic, for servers of earlier revisions).
 */
export function readCallResult(result: JsonObject, resultText: string): CallResultReading {
  const received = { result, resultText, bytes: () => Buffer.from(resultText) }
  // Absent is not null: null is a type that nobody defined.
  const type = Object.hasOwn(result, 'resultType') ? result['resultType'] : 'complete'
  if (type === 'input_required') return { kind: 'input_required', result, resultText }
  if (type === 'task' || (type === 'complete' && isTask(result))) return { kind: 'unrecognized', reason: 'task', ...received }
  if (type !== 'complete') return { kind: 'unrecognized', reason: 'unknown_result_type', ...received }
  const content = ownMember(result, 'content')
  const structured = ownMember(result, 'structuredContent')
  if (!(Array.isArray(content) || (content === undefined && structured !== undefined))) {
    return { kind: 'unrecognized', reason: 'content_absent', ...received }
  }
  const complete: CompleteOutcome = {
    kind: 'complete',
    isError: isFailure(ownMember(result, 'isError')),
    content: (content as readonly JsonValue[] | undefined) ?? [],
    ...received
  }
  return structured === undefined ? complete : { ...complete, structuredContent: structured }
}

/** Absent, null and false say that it worked. A value of another type is no proof of success. */
function isFailure(isError: JsonValue | undefined): boolean {
  return isError !== undefined && isError !== null && isError !== false
}

/** `CreateTaskResult` (MCP 2025-11-25, tasks): a handle in place of content. */
function isTask(result: JsonObject): boolean {
  return isJsonObject(ownMember(result, 'task')) && ownMember(result, 'content') === undefined
}

/** What an `InputRequiredResult` asks for (MCP 2026-07-28, multi-round-trip requests). */
export function readInputRequests(result: JsonObject): readonly { readonly key: string; readonly method: string | null }[] {
  const requests = ownMember(result, 'inputRequests')
  if (!isJsonObject(requests)) return []
  return Object.entries(requests).map(([key, request]) => {
    const method = isJsonObject(request) ? ownMember(request, 'method') : undefined
    return { key, method: typeof method === 'string' ? method : null }
  })
}
