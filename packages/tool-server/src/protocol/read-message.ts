import { ExactNumber, parseJson } from '@b10x/mcp-foundation'
import type { JsonObject, JsonValue } from '@b10x/ports'
import { hasCode, isGovernedError } from '@b10x/ports/errors'
import { isJsonObject, ownMember } from './json-members.ts'
import { jsonText } from './json-text.ts'
import { RPC, fixedFault, rpcFault } from './rpc-fault.ts'
import type { RpcFault } from './rpc-fault.ts'

/** A request that waits for an answer. */
export interface RpcRequest {
  readonly kind: 'request'
  /** The id as JSON text, as it was spelt: what the answer repeats. */
  readonly id: string
  readonly method: string
  readonly params: JsonObject
}

/** One message of a client, or why there is none. */
export type Received =
  | RpcRequest
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  /** An answer of a client: nothing of ours asks. */
  | { readonly kind: 'response' }
  /** `id` is null where none could be read: then none is sent. */
  | { readonly kind: 'fault'; readonly id: string | null; readonly fault: RpcFault }

const MAX_ID_LENGTH = 1_024
const NO_PARAMS: JsonObject = Object.freeze({})

const NOT_ONE_OBJECT = fixedFault(RPC.invalidRequest, 400, 'A message is one JSON object.')
const NOT_A_MESSAGE = fixedFault(RPC.invalidRequest, 400, 'This is no JSON-RPC 2.0 message.')
const ID_INVALID = fixedFault(RPC.invalidRequest, 400, 'An id is a string or an integer.')
const PARAMS_INVALID = fixedFault(RPC.invalidParams, 400, 'The params of a method are an object.')

/** One JSON-RPC message (2.0, sections 4 and 5; MCP: no batches, no null ids), read strictly. */
export function readMessage(text: string, maxDepth: number): Received {
  let value: JsonValue
  try {
    value = parseJson(text, maxDepth)
  } catch (error) {
    return { kind: 'fault', id: null, fault: unreadable(error) }
  }
  if (!isJsonObject(value)) return { kind: 'fault', id: null, fault: NOT_ONE_OBJECT }
  return classify(value)
}

function classify(message: JsonObject): Received {
  const method = ownMember(message, 'method')
  const spelt = ownMember(message, 'id')
  const id = spelt === undefined ? undefined : idText(spelt)
  if (id === null) return { kind: 'fault', id: null, fault: ID_INVALID }
  if (ownMember(message, 'jsonrpc') !== '2.0') return { kind: 'fault', id: id ?? null, fault: NOT_A_MESSAGE }
  if (typeof method !== 'string') {
    const answers = method === undefined && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'))
    return answers ? { kind: 'response' } : { kind: 'fault', id: id ?? null, fault: NOT_A_MESSAGE }
  }
  const given = ownMember(message, 'params')
  const params = given === undefined ? NO_PARAMS : given
  if (!isJsonObject(params)) return { kind: 'fault', id: id ?? null, fault: PARAMS_INVALID }
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params }
}

/** The id as it is repeated, or null when it is none. Integers beyond a double keep their digits. */
export function idText(id: JsonValue): string | null {
  if (typeof id === 'string') return id.length <= MAX_ID_LENGTH ? JSON.stringify(id) : null
  if (typeof id === 'number') return Number.isInteger(id) ? jsonText(id) : null
  return id instanceof ExactNumber && /^-?\d+$/.test(id.source) ? jsonText(id) : null
}

function unreadable(error: unknown): RpcFault {
  if (hasCode(error, 'json_invalid')) {
    // JSON of which two readers may read two different things is JSON all the same.
    return rpcFault(error.details.reason === 'duplicate_member' ? RPC.invalidRequest : RPC.parse, 400, error)
  }
  if (isGovernedError(error)) return rpcFault(RPC.invalidRequest, 400, error)
  throw error
}
