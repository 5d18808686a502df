import type { Script } from '../script/script.ts'
import { errorReply, metaOf } from './json-rpc.ts'
import type { ClientMessage, Reply } from './json-rpc.ts'
import { answerLegacy, legacyVersions } from './legacy-era.ts'
import { answerModern, speaksModern, VERSION_KEY } from './modern-era.ts'

/** True when the client claims the modern era in `_meta`. */
export function claimsModern(message: ClientMessage): boolean {
  return metaOf(message)[VERSION_KEY] !== undefined
}

/**
 * The reply of the well-behaved server to one request. The era is what the request claims; a server without that era
 * answers as such servers do: -32601 from a legacy one, -32602 or -32022 from a modern one.
 */
export async function answerMessage(script: Script, message: ClientMessage): Promise<Reply> {
  if (speaksModern(script) && claimsModern(message)) return answerModern(script, message)
  if (legacyVersions(script).length > 0 || message.method === 'initialize') return answerLegacy(script, message)
  return errorReply(message.idText, 400, -32602, `_meta lacks ${VERSION_KEY}`)
}
