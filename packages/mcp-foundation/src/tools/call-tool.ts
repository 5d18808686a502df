import { GovernedError } from '@b10x/ports/errors'
import type { Bounds } from '@b10x/ports'
import { startDeadline } from '../bounds/deadline.ts'
import type { CallOptions, CallOutcome, InputRequiredOutcome } from '../client/mcp-client.ts'
import type { RequestSender, SentResponse } from '../client/request-sender.ts'
import type { SchemaValidator } from '../json-schema/create-schema-validator.ts'
import { isJsonObject, ownMember } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/json-value.ts'
import { writeJson } from '../json/write-json.ts'
import type { SnapshotTool } from '../snapshot/tool-snapshot.ts'
import type { HeaderList } from '../transport/transport.ts'
import { judgeCallFailure } from './judge-call-failure.ts'
import { mirrorArguments } from './mirror-arguments.ts'
import { readCallResult, readInputRequests } from './read-call-result.ts'
import { readProgress } from './read-progress.ts'
import { serializeArguments } from './serialize-arguments.ts'
import { readBack, validateArguments } from './validate-arguments.ts'
import { validateStructuredContent } from './validate-structured-content.ts'

/** What a call needs of its client. */
export interface CallContext {
  readonly sender: RequestSender
  readonly bounds: Bounds
  /** Annotated arguments travel in headers, too: the modern era over HTTP. */
  readonly mirrorsHeaders: boolean
  readonly loadValidator: () => Promise<SchemaValidator>
  /** Counts a result without the `resultType` that the modern era demands. */
  readonly onResultTypeAbsent: () => void
}

/**
 * FLOW: one `tools/call`, dispatched at most once: it is on the wire again only after a challenge, which says that the
 * server did nothing, and only where the transport has an authorization that answers.
 * @throws GovernedError `tool_invalid`, `arguments_invalid`, `schema_unsupported`, `bound_exceeded`, `deadline_exceeded` and
 *   `cancelled` before anything is sent; then `remote_error`, `credential_rejected`, `session_expired`, `header_mismatch`, `redirect_denied`,
 *   `result_too_large` or what an authorization throws with a known outcome, and `outcome_unknown`
 */
export async function callTool(context: CallContext, tool: SnapshotTool, args: JsonObject, options: CallOptions = {}): Promise<CallOutcome> {
  const name = usableName(tool)
  const inputSchema = inputSchemaOf(tool)
  const text = serializeArguments(args, context.bounds)
  const sent = readBack(text, context.bounds)
  const paramHeaders = context.mirrorsHeaders ? mirrorArguments(inputSchema, sent) : []
  const validator = await context.loadValidator()
  validateArguments(validator, name, inputSchema, sent, context.bounds)
  const members = `"name":${JSON.stringify(name)},"arguments":${text}`
  return dispatch(context, { tool, name, members, paramHeaders, validator }, '', options)
}

function usableName(tool: SnapshotTool): string {
  if (tool.name === null || tool.status !== 'usable') {
    throw new GovernedError('tool_invalid', { tool: tool.name ?? '', reason: tool.status })
  }
  return tool.name
}

/** A usable tool has one. */
function inputSchemaOf({ descriptor }: SnapshotTool): JsonObject {
  return (descriptor as { readonly inputSchema: JsonObject }).inputSchema
}

/** What goes to the wire, each time the call does: `continue()` sends it again. */
interface PreparedCall {
  readonly tool: SnapshotTool
  readonly name: string
  /** JSON text of `params` members. */
  readonly members: string
  readonly paramHeaders: HeaderList
  readonly validator: SchemaValidator
}

/** @param extra JSON text of further `params` members, each with a leading comma */
async function dispatch(context: CallContext, call: PreparedCall, extra: string, options: CallOptions): Promise<CallOutcome> {
  const limit = Math.min(options.deadlineMs ?? context.bounds.callDeadlineMs, context.bounds.callDeadlineMs)
  const deadline = startDeadline('callDeadlineMs', limit, options.signal)
  let dispatched = false
  try {
    deadline.signal.throwIfAborted()
    const response = await context.sender.send('tools/call', call.members + extra, {
      signal: deadline.signal,
      toolName: call.name,
      paramHeaders: call.paramHeaders,
      withProgress: options.onProgress !== undefined,
      onDispatch: () => (dispatched = true),
      onChallenge: () => (dispatched = false),
      ...(options.onProgress === undefined ? {} : { onNotification: readProgress(options.onProgress) })
    })
    return outcomeOf(context, call, response)
  } catch (error) {
    throw judgeCallFailure(error, dispatched)
  } finally {
    deadline.done()
  }
}

function outcomeOf(context: CallContext, call: PreparedCall, { result, resultText, status }: SentResponse): CallOutcome {
  if (!isJsonObject(result)) throw new GovernedError('response_invalid', { reason: 'result_shape', status })
  const seen = Buffer.byteLength(resultText)
  const limit = context.bounds.maxResultBytes
  if (seen > limit) throw new GovernedError('result_too_large', { bound: 'maxResultBytes', limit, seen })
  if (!Object.hasOwn(result, 'resultType')) context.onResultTypeAbsent()
  const reading = readCallResult(result, resultText)
  if (reading.kind === 'input_required') return inputRequired(context, call, reading.result, resultText)
  return validateStructuredContent(call.validator, call.tool.descriptor, reading)
}

function inputRequired(context: CallContext, call: PreparedCall, result: JsonObject, resultText: string): InputRequiredOutcome {
  const state = ownMember(result, 'requestState')
  return {
    kind: 'input_required',
    result,
    resultText,
    bytes: () => Buffer.from(resultText),
    inputRequests: readInputRequests(result),
    requestStateBytes: typeof state === 'string' ? Buffer.byteLength(state) : null,
    continue: (inputResponses, options = {}) => {
      // The state goes back exactly as it came, or not at all when none was given.
      const echo = state === undefined ? '' : `,"requestState":${writeJson(state, { sorted: false, indent: 0 })}`
      const responses =
        inputResponses === undefined ? '' : `,"inputResponses":${serializeArguments(inputResponses, context.bounds)}`
      return dispatch(context, call, responses + echo, options)
    }
  }
}
