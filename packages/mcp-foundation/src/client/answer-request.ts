import type { ReceivedRequest } from '../json-rpc/received-message.ts'

const METHOD_NOT_FOUND = -32601

/**
 * What a tools-only client answers to a server's request (legacy revisions): `ping` with an empty result, everything
 * else with -32601. Modern servers must not ask; the same answer is harmless there.
 */
export function answerRequest({ id, method }: ReceivedRequest): string {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`
  return method === 'ping' ? `${head}"result":{}}` : `${head}"error":{"code":${METHOD_NOT_FOUND},"message":"Method not found"}}`
}
