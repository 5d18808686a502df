import { hash } from 'node:crypto'
import type { CallContext, JsonObject, ToolResult } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { faultAnswer, resultAnswer } from './answers.ts'
import { mirrorsParameters } from './check-param-headers.ts'
import { HEADER_MISMATCH, clientCapabilities } from './check-request.ts'
import type { Answer, Exchange } from './exchange.ts'
import { isJsonObject, ownMember } from './json-members.ts'
import { canonicalText } from './json-text.ts'
import { judgeArguments } from './judge-arguments.ts'
import type { RpcRequest } from './read-message.ts'
import { progressReporter } from './report-progress.ts'
import { RPC, fixedFault, rpcFault } from './rpc-fault.ts'
import type { RpcFault } from './rpc-fault.ts'
import type { RunningCall } from './running-call.ts'
import type { ServerState } from './server-state.ts'
import { hasEffect } from './tool-table.ts'
import type { ServedTool, ToolTable } from './tool-table.ts'
import { traceparentOf } from './trace-context.ts'
import { refusalText, resultText } from './write-result.ts'

const PARAMS_INVALID = fixedFault(RPC.invalidParams, 200, 'The params of tools/call have a name (a string) and may have arguments (an object).')
/** We ask for no input, so whoever brings state or responses did not get it from us. */
const UNASKED_INPUT = fixedFault(RPC.invalidParams, 200, 'Nothing here asks for input.')
const TOOL_UNKNOWN = rpcFault(RPC.invalidParams, 200, new GovernedError('tool_not_published', {}))
const NO_ARGUMENTS: JsonObject = Object.freeze({})

/**
 * FLOW: one `tools/call`. Faults of the request are errors of JSON-RPC; what a tool, its schema or its host says no to is a
 * result with `isError`, as is a call that ended without one. Null when the client cancelled and waits for nothing.
 */
export async function callTool(server: ServerState, request: RpcRequest, exchange: Exchange, modern: boolean): Promise<Answer | null> {
  const lacking = exchange.demand('call')
  if (lacking !== null) return lacking
  const table = server.table(exchange.principal)
  const found = findTool(table, request, modern)
  if ('text' in found) return faultAnswer(request.id, found)
  const { served, args } = found
  const fault = checkMirrors(served, args, exchange, modern) ?? checkCapabilities(server, served, request, modern)
  if (fault !== null) return faultAnswer(request.id, fault)
  const release = exchange.enter(request.id)
  if (typeof release !== 'function') return release
  const call = server.calls.begin()
  exchange.track(request.id, call)
  // Before 2026-07-28 a connection that ends says nothing about the call (2025-11-25, transports).
  if (modern) exchange.onGone(call)
  let runs = false
  try {
    checkEffect(server, served)
    judgeArguments(server, served.tool, args)
    const context = contextOf(request, args, exchange, call)
    const work = startTool(table, served, args, context)
    runs = true
    // A tool that does not listen runs on, and counts for as long as it does.
    const result = await call.settle(work, release)
    return resultAnswer(request.id, resultText(server, result, modern))
  } catch (error) {
    return resultAnswer(request.id, refusalText(server, served.tool.name, error, modern))
  } finally {
    if (!runs) release()
    server.calls.end(call)
    exchange.untrack(request.id, call)
  }
}

interface FoundTool {
  readonly served: ServedTool
  readonly args: JsonObject
}

function findTool(table: ToolTable, { params }: RpcRequest, modern: boolean): FoundTool | RpcFault {
  const name = ownMember(params, 'name')
  const given = ownMember(params, 'arguments')
  const args = given === undefined ? NO_ARGUMENTS : given
  if (typeof name !== 'string' || !isJsonObject(args)) return PARAMS_INVALID
  if (modern && (Object.hasOwn(params, 'requestState') || Object.hasOwn(params, 'inputResponses'))) return UNASKED_INPUT
  const served = table.tools.get(name)
  return served === undefined ? TOOL_UNKNOWN : { served, args }
}

function checkMirrors(served: ServedTool, args: JsonObject, { head }: Exchange, modern: boolean): RpcFault | null {
  if (head === null || served.headers.length === 0) return null
  return mirrorsParameters(served.headers, args, head, modern) ? null : HEADER_MISMATCH
}

/** @returns -32021 with what is missing, for a tool that cannot do without (MCP 2026-07-28, basic) */
function checkCapabilities(server: ServerState, served: ServedTool, request: RpcRequest, modern: boolean): RpcFault | null {
  const required = server.options.requiredCapabilities?.[served.tool.name]
  if (required === undefined || !modern) return null
  const declared = clientCapabilities(request.params) ?? {}
  const missing = Object.fromEntries(Object.entries(required).filter(([name]) => !Object.hasOwn(declared, name)))
  if (Object.keys(missing).length === 0) return null
  return rpcFault(RPC.missingCapability, 400, new GovernedError('input_required', { tool: served.tool.name }), { requiredCapabilities: missing })
}

function checkEffect(server: ServerState, { tool }: ServedTool): void {
  if (server.options.requireEffect === true && !hasEffect(tool)) throw new GovernedError('effect_undeclared', { tool: tool.name })
}

function contextOf(request: RpcRequest, args: JsonObject, exchange: Exchange, call: RunningCall): CallContext {
  const traceparent = traceparentOf(request.params, exchange.head)
  const onProgress = progressReporter(request.params, exchange, call)
  // Written out, member by member: a spread for each absent one costs more than all of them.
  const context: { -readonly [M in keyof CallContext]: CallContext[M] } = {
    ...exchange.context,
    toolCallId: request.id.startsWith('"') ? (JSON.parse(request.id) as string) : request.id,
    inputDigest: `sha256:${hash('sha256', canonicalText(args))}`,
    signal: call.signal
  }
  if (traceparent !== null) context.traceparent = traceparent
  if (onProgress !== null) context.onProgress = onProgress
  return context
}

/** A port that throws at once is a port that rejects. */
function startTool({ port }: ToolTable, { tool }: ServedTool, args: JsonObject, context: CallContext): Promise<ToolResult> {
  try {
    // Of a port without types, what it gives may be no promise.
    return Promise.resolve(port.callTool(tool.name, args, context))
  } catch (error) {
    return Promise.reject(error as Error)
  }
}
