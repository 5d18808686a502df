import type { Answer } from './exchange.ts'
import type { RpcFault } from './rpc-fault.ts'

/** @param result JSON text */
export function resultAnswer(id: string, result: string): Answer {
  return { status: 200, text: `{"jsonrpc":"2.0","id":${id},"result":${result}}` }
}

/** Where no id could be read there is none: `null` is no id of MCP. */
export function faultAnswer(id: string | null, fault: RpcFault): Answer {
  return { status: fault.status, text: `{"jsonrpc":"2.0",${id === null ? '' : `"id":${id},`}"error":${fault.text}}` }
}

/** @param params JSON text */
export function notificationText(method: string, params: string | null): string {
  return `{"jsonrpc":"2.0","method":"${method}"${params === null ? '' : `,"params":${params}`}}`
}
