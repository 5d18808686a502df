import { GovernedError, hasCode } from '@b10x/ports/errors'
import type { JsonFault } from '@b10x/ports/errors'
import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import { JsonReader } from '../json/json-reader.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { ReceivedId, ReceivedMessage } from './received-message.ts'

/**
 * Reads one JSON-RPC 2.0 message, or with `allowBatch` also an array of them (MCP 2025-03-26 only).
 * Unknown members are accepted; a message that two readers could understand differently is not.
 * @throws GovernedError `message_invalid` with the reason and the character offset, `bound_exceeded` for the depth
 */
export function readMessages(
  text: string,
  limits: { readonly maxJsonDepth: number; readonly allowBatch: boolean }
): readonly ReceivedMessage[] {
  const reader = new JsonReader(text, limits.maxJsonDepth)
  try {
    if (text.charCodeAt(0) === 0xfeff) throw reader.fault('byte_order_mark', 0)
    const messages: ReceivedMessage[] = []
    if (limits.allowBatch && reader.atArray()) {
      reader.readElements(() => messages.push(readMessage(reader)))
      // An empty batch is no batch (JSON-RPC 2.0, section 6).
      if (messages.length === 0) throw reader.fault('not_json_rpc', 0)
    } else {
      messages.push(readMessage(reader))
    }
    reader.expectEnd()
    return messages
  } catch (error) {
    if (hasCode(error, 'json_invalid')) throw new GovernedError('message_invalid', error.details)
    throw error
  }
}

/** The members of an envelope as they were read; undefined is absent. */
interface Envelope {
  jsonrpc?: JsonValue
  id?: JsonValue
  method?: JsonValue
  params?: JsonValue
  result?: JsonValue
  error?: JsonValue
}

function readMessage(reader: JsonReader): ReceivedMessage {
  const envelope: Envelope = {}
  const seen = new Set<string>()
  let resultText = ''
  const start = reader.position
  reader.readMembers((name) => {
    if (seen.has(name)) throw reader.fault('duplicate_member')
    seen.add(name)
    const { value, source } = reader.readSpan()
    if (name === 'result') resultText = source
    if (isEnvelopeMember(name)) envelope[name] = value
  })
  const message = classify(envelope, resultText)
  if (message === null) throw reader.fault('not_json_rpc' satisfies JsonFault, start)
  return message
}

function classify(envelope: Envelope, resultText: string): ReceivedMessage | null {
  const { id, method, params, result, error } = envelope
  if (envelope.jsonrpc !== '2.0') return null
  if (method !== undefined) {
    if (typeof method !== 'string' || result !== undefined || error !== undefined) return null
    if (params !== undefined && !isJsonObject(params)) return null
    if (id === undefined) return { kind: 'notification', method, params: params ?? {} }
    return isId(id) && id !== null ? { kind: 'request', id, method } : null
  }
  if (error !== undefined) {
    if (result !== undefined || !isId(id ?? null)) return null
    return { kind: 'error', id: (id ?? null) as ReceivedId, code: errorCode(error), error }
  }
  if (result === undefined || id === undefined || id === null || !isId(id)) return null
  return { kind: 'result', id, result, resultText }
}

const ENVELOPE_MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])

function isEnvelopeMember(name: string): name is keyof Envelope {
  return ENVELOPE_MEMBERS.has(name)
}

/** Ours are short numbers; a server's go back to it in our answer. */
const MAX_ID_LENGTH = 1024

/** Strings and integers are ids (MCP basic, requests); 1.5, numbers beyond a double and endless strings are not. */
function isId(value: JsonValue): value is ReceivedId {
  if (typeof value === 'string') return value.length <= MAX_ID_LENGTH
  return value === null || Number.isSafeInteger(value)
}

function errorCode(error: JsonValue): number | null {
  const code = isJsonObject(error) ? ownMember(error, 'code') : undefined
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null
}
