import { GovernedError } from '@b10x/ports/errors'
import { faultAnswer, resultAnswer } from './answers.ts'
import { callTool } from './call-tool.ts'
import { checkModernRequest } from './check-request.ts'
import type { Answer, Exchange } from './exchange.ts'
import { ownMember } from './json-members.ts'
import { jsonText } from './json-text.ts'
import { listTools } from './list-tools.ts'
import { listenForChanges } from './listen-for-changes.ts'
import type { RpcRequest } from './read-message.ts'
import { LEGACY_REVISIONS, isLegacyRevision } from './revisions.ts'
import { RPC, fixedFault } from './rpc-fault.ts'
import { capabilities, serverInfo } from './server-state.ts'
import type { ServerState } from './server-state.ts'

const METHOD_UNKNOWN = 'There is no such method here.'
const MODERN_METHOD_UNKNOWN = fixedFault(RPC.methodNotFound, 404, METHOD_UNKNOWN)
/** Clients of the older era take 404 for the end of a session. */
const LEGACY_METHOD_UNKNOWN = fixedFault(RPC.methodNotFound, 200, METHOD_UNKNOWN)
const INITIALIZE_INVALID = fixedFault(RPC.invalidParams, 200, 'The params of initialize have a protocolVersion.')

/** Null where no answer is due. */
export type Answering = Answer | null | Promise<Answer | null>

/** One request of 2026-07-28. Null where no answer is due: the client cancelled it. */
export function answerModern(server: ServerState, request: RpcRequest, exchange: Exchange): Answering {
  const fault = checkModernRequest(request, exchange.head)
  if (fault !== null) return faultAnswer(request.id, fault)
  switch (request.method) {
    case 'server/discover':
      return resultAnswer(request.id, server.discoverResult)
    case 'tools/list':
      return listTools(server, request, exchange, true)
    case 'tools/call':
      return callTool(server, request, exchange, true)
    case 'subscriptions/listen':
      return listenForChanges(server, request, exchange)
    default:
      return faultAnswer(request.id, MODERN_METHOD_UNKNOWN)
  }
}

/**
 * One request of a handshake revision, answered without a session: what came before it does not matter.
 * @param pushes the transport can tell the client of changes at any time
 */
export function answerLegacy(server: ServerState, request: RpcRequest, exchange: Exchange, pushes: boolean): Answering {
  switch (request.method) {
    case 'initialize':
      return initialize(server, request, pushes)
    case 'ping':
      return resultAnswer(request.id, '{}')
    case 'tools/list':
      return listTools(server, request, exchange, false)
    case 'tools/call':
      return callTool(server, request, exchange, false)
    default:
      return faultAnswer(request.id, LEGACY_METHOD_UNKNOWN)
  }
}

/** A revision that we know is echoed, for any other the newest is offered (2025-11-25, lifecycle, version negotiation). */
function initialize(server: ServerState, request: RpcRequest, pushes: boolean): Answer {
  const asked = ownMember(request.params, 'protocolVersion')
  if (typeof asked !== 'string') return faultAnswer(request.id, INITIALIZE_INVALID)
  const { instructions } = server.options
  const result = {
    protocolVersion: isLegacyRevision(asked) ? asked : LEGACY_REVISIONS[0],
    capabilities: capabilities(pushes && server.feed.offered),
    serverInfo: serverInfo(server.options),
    ...(instructions === undefined ? {} : { instructions })
  }
  return resultAnswer(request.id, jsonText(result))
}

/** What is sent for a failure that nobody foresaw. */
export function internalFault(server: ServerState, id: string | null, error: unknown): Answer {
  const reference = server.report(error)
  const text = JSON.stringify({ code: RPC.internal, message: 'The server failed. The operator finds more under the reference.', data: { reference } })
  return faultAnswer(id, { status: 500, text })
}

/** The one refusal of a server that is closing. */
export function closingFault(): Answer {
  const error = new GovernedError('connection_closed', {})
  return faultAnswer(null, fixedFault(RPC.internal, 503, error.message))
}
