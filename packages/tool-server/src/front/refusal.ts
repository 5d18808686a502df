import type { GovernedError } from '@b10x/ports/errors'
import type { Refusal } from '../http/admission.ts'
import { faultAnswer } from '../protocol/answers.ts'
import { RPC, rpcFault } from '../protocol/rpc-fault.ts'

/** The answer to a request that does not come in: an error of JSON-RPC without an id, as nothing of a message was read. */
export function refuse(status: number, error: GovernedError, headers: Readonly<Record<string, string>> = {}): Refusal {
  const { text } = faultAnswer(null, rpcFault(RPC.invalidRequest, status, error))
  return { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }, body: text }
}
