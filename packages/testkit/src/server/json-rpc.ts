/** The JSON-RPC 2.0 of the scripted servers: reading what a client sent, and spelling replies as text. */
import { jsonText } from '../script/raw-json.ts'
import type { RawJson } from '../script/raw-json.ts'

/** A request or notification; `idText` is the JSON text of the id, null for a notification. */
export interface ClientMessage {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly idText: string | null
}

/** A message for the client, and the status that it travels under over HTTP. */
export interface Reply {
  readonly message: string
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads one request or notification; null for everything else, batches and responses included. */
export function readClientMessage(value: unknown): ClientMessage | null {
  if (!isRecord(value) || value['jsonrpc'] !== '2.0' || typeof value['method'] !== 'string') return null
  const { id, method, params } = value
  const named = isRecord(params) ? params : {}
  if (!('id' in value)) return { method, params: named, idText: null }
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null
  return { method, params: named, idText: JSON.stringify(id) }
}

/** The `_meta` of the parameters, empty when there is none. */
export function metaOf(message: ClientMessage): Readonly<Record<string, unknown>> {
  const meta = message.params['_meta']
  return isRecord(meta) ? meta : {}
}

/** A result reply, 200. */
export function resultReply(idText: string | null, result: RawJson): Reply {
  return { message: `{"jsonrpc":"2.0","id":${idText ?? 'null'},"result":${jsonText(result)}}`, status: 200 }
}

/** An error reply. */
export function errorReply(idText: string | null, status: number, code: number, message: string, data?: object): Reply {
  const error = data === undefined ? { code, message } : { code, message, data }
  return { message: `{"jsonrpc":"2.0","id":${idText ?? 'null'},"error":${JSON.stringify(error)}}`, status }
}
