import { faultAnswer, resultAnswer } from './answers.ts'
import type { Answer, Exchange } from './exchange.ts'
import { ownMember } from './json-members.ts'
import type { RpcRequest } from './read-message.ts'
import { RPC, fixedFault } from './rpc-fault.ts'
import type { ServerState } from './server-state.ts'

const CURSOR_UNKNOWN = fixedFault(RPC.invalidParams, 200, 'There is no such cursor for the tools as they are now.')

/** One page, from text that was written when the tools were set. */
export function listTools(server: ServerState, { id, params }: RpcRequest, exchange: Exchange, modern: boolean): Answer {
  const lacking = exchange.demand('list')
  if (lacking !== null) return lacking
  const cursor = ownMember(params, 'cursor')
  const table = server.table(exchange.principal)
  const pages = modern ? table.modernPages : table.legacyPages
  // The empty cursor is a cursor, and none that we gave.
  const page = cursor === undefined ? pages.get('') : typeof cursor === 'string' && cursor !== '' ? pages.get(cursor) : undefined
  if (page === undefined) return faultAnswer(id, CURSOR_UNKNOWN)
  const members = `"tools":${page.text}${page.nextCursor === null ? '' : `,"nextCursor":"${page.nextCursor}"`}`
  return resultAnswer(id, modern ? `{"resultType":"complete",${members},${server.cacheMembers},${server.metaMember}}` : `{${members}}`)
}
