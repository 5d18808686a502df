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
  /** The result in its untrusted envelope, or the JSON of a refusal. */
  | { readonly role: 'tool'; readonly toolCallId: string; readonly name: string; readonly text: string; readonly refused: boolean }

export interface ModelRequest {
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly PublishedTool[]
  readonly signal: AbortSignal
}

export interface ModelResponse {
  readonly text: string
  /** Empty: the turn is over. */
  readonly toolCalls: readonly ModelToolCall[]
}

/** Any model. */
export interface ModelPort {
  respond(request: ModelRequest): Promise<ModelResponse>
}
