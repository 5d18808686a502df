// A model as sessions of `@b10x/harness-mcp` use one. The same shape is stated there: packages meet through shapes.
import type { JsonObject, PublishedTool } from '@b10x/ports'

/** A call that the model asks for. Name and arguments are its words: anything may stand in them. */
export interface ModelToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly name: string; readonly text: string; readonly refused: boolean }

export interface ModelRequest {
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly PublishedTool[]
  readonly signal: AbortSignal
}

export interface ModelResponse {
  readonly text: string
  readonly toolCalls: readonly ModelToolCall[]
}

export interface ModelPort {
  respond(request: ModelRequest): Promise<ModelResponse>
}
