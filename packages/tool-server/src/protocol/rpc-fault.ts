import type { JsonObject } from '@b10x/ports'
import type { GovernedError } from '@b10x/ports/errors'
import { jsonText } from './json-text.ts'

/** Error codes of JSON-RPC 2.0 and of MCP 2026-07-28 (basic, error codes). No other is ever sent. */
export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022
} as const

/** A JSON-RPC error that answers a request, and the HTTP status it travels under. */
export interface RpcFault {
  readonly status: number
  /** The `error` member as JSON text. */
  readonly text: string
}

/** @param data of the protocol where it defines some, else what the error says of itself */
export function rpcFault(code: number, status: number, error: GovernedError, data?: JsonObject): RpcFault {
  return { status, text: jsonText({ code, message: error.message, data: data ?? (error.toJSON() as unknown as JsonObject) }) }
}

/** A fault that is the same every time. */
export function fixedFault(code: number, status: number, message: string): RpcFault {
  return { status, text: JSON.stringify({ code, message }) }
}
