import type { ToolPort } from '@b10x/ports'
import type { ToolMessage } from '@langchain/core/messages'
import type { AdapterOptions } from '../port/adapter-options.ts'
import { answerCall } from './answer-call.ts'

/** What a middleware of `langchain` gets in `wrapToolCall`, as far as it matters here. */
export interface WrappedToolCall {
  readonly toolCall: { readonly name: string; readonly args: Record<string, unknown>; readonly id?: string }
  /** Absent when the agent has no tool of that name. */
  readonly tool?: unknown
  readonly runtime?: { readonly signal?: AbortSignal }
}

/**
 * For `createMiddleware({ name, wrapToolCall })`: a call by a name that the agent does not know is refused by the port, so
 * that the model gets a typed refusal. Without it the framework answers in words of its own.
 */
export function refuseUnknownTools(
  port: ToolPort,
  options: AdapterOptions = {}
): <R extends WrappedToolCall, T>(request: R, handler: (request: R) => T | Promise<T>) => Promise<T | ToolMessage> {
  return async (request, handler) => {
    const { tool, toolCall, runtime } = request
    if (tool !== undefined) return handler(request)
    // A call that has no identifier is answered as one that has an empty one: there is nothing better to answer with.
    const answer = await answerCall(port, { ...toolCall, id: toolCall.id ?? '' }, runtime?.signal, options)
    return answer as ToolMessage
  }
}
