import { GovernedError, hasCode } from '@b10x/ports/errors'
import { awaitAbortable, throwIfCancelled } from './await-abortable.ts'
import type { ModelPort, ModelRequest, ModelResponse, ModelToolCall } from './model-port.ts'

/**
 * One answer of the model, of which nothing is believed but its shape.
 * @throws GovernedError `model_failed`, `cancelled`
 */
export async function askModel(model: ModelPort, request: ModelRequest): Promise<ModelResponse> {
  throwIfCancelled(request.signal)
  try {
    // A model that does not heed its signal holds nobody up.
    return readResponse(await awaitAbortable(respond(model, request), request.signal, 0))
  } catch (error) {
    throwIfCancelled(request.signal)
    if (hasCode(error, 'model_failed')) throw error
    throw new GovernedError('model_failed', {}, { cause: error })
  }
}

async function respond(model: ModelPort, request: ModelRequest): Promise<unknown> {
  return model.respond(request)
}

function readResponse(response: unknown): ModelResponse {
  const { text, toolCalls } = recordOf(response)
  if (typeof text !== 'string' || !Array.isArray(toolCalls)) throw new TypeError('no text, or no list of tool calls')
  const calls = toolCalls.map(readCall)
  if (new Set(calls.map(({ id }) => id)).size < calls.length) throw new TypeError('two tool calls have one id')
  return Object.freeze({ text, toolCalls: Object.freeze(calls) })
}

function readCall(call: unknown): ModelToolCall {
  const { id, name, arguments: args } = recordOf(call)
  if (typeof id !== 'string' || id === '' || typeof name !== 'string') throw new TypeError('a tool call without id or name')
  recordOf(args)
  return Object.freeze({ id, name, arguments: args as ModelToolCall['arguments'] })
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no object')
  return value as Readonly<Record<string, unknown>>
}
