import type { JsonObject, JsonValue } from '../json/json-value.ts'

/** A JSON-RPC id as the peer wrote it; absent and null both occur in errors (MCP 2026-07-28, basic). */
export type ReceivedId = string | number | null

export interface ReceivedResult {
  readonly kind: 'result'
  readonly id: ReceivedId
  readonly result: JsonValue
  /** The exact source text of the `result` member; its UTF-8 form is the bytes that were received. */
  readonly resultText: string
}

export interface ReceivedError {
  readonly kind: 'error'
  readonly id: ReceivedId
  /** `error.code` when it is an integer that a double holds; else null. */
  readonly code: number | null
  /** The whole `error` member. Text of the peer: for the operator only. */
  readonly error: JsonValue
}

export interface ReceivedNotification {
  readonly kind: 'notification'
  readonly method: string
  readonly params: JsonObject
}

export interface ReceivedRequest {
  readonly kind: 'request'
  readonly id: ReceivedId
  readonly method: string
}

export type ReceivedResponse = ReceivedResult | ReceivedError
export type ReceivedMessage = ReceivedResponse | ReceivedNotification | ReceivedRequest
