import type { CallContext, ToolPort } from '@b10x/ports'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import { awaitAbortable, throwIfCancelled } from './await-abortable.ts'
import type { ModelMessage, ModelToolCall } from './model-port.ts'
import type { SessionCall } from './session.ts'

/** How the calls of one answer are made. */
export interface CallSettings {
  readonly port: ToolPort
  readonly maxParallelCalls: number
  /** On whose behalf. */
  readonly caller: Pick<CallContext, 'actor' | 'tenantId' | 'runId'>
  readonly signal: AbortSignal
}

/** What the model is told of a call, and what the host is told. */
export interface MadeCall {
  readonly message: ModelMessage
  readonly call: SessionCall
}

/** How long an aborted call may take to end, in milliseconds, so that its row is written before the prompt rejects. */
const ABORT_GRACE_MS = 1_000

/** Identifiers as providers make them. Anything else that a model puts there stays out of evidence. */
const PLAIN_ID = /^[\w.:-]{1,128}$/

/** Makes the calls side by side, up to the bound. What they gave is in the order of the calls, and nothing rejects. */
export async function makeCalls(calls: readonly ModelToolCall[], settings: CallSettings): Promise<readonly MadeCall[]> {
  const made: MadeCall[] = []
  const waiting = calls.entries()
  const work = async (): Promise<void> => {
    // One iterator for all: each call is taken once.
    for (const [index, call] of waiting) made[index] = await makeCall(call, settings)
  }
  await Promise.all(Array.from({ length: Math.min(calls.length, settings.maxParallelCalls) }, work))
  return made
}

async function makeCall(call: ModelToolCall, settings: CallSettings): Promise<MadeCall> {
  const { port, caller, signal } = settings
  const context: CallContext = { ...caller, ...(PLAIN_ID.test(call.id) ? { toolCallId: call.id } : {}), signal }
  let ended = true
  try {
    throwIfCancelled(signal)
    ended = false
    const running = callTool(port, call, context).finally(() => (ended = true))
    const { text, isError } = await awaitAbortable(running, signal, ABORT_GRACE_MS)
    return {
      message: Object.freeze({ role: 'tool', toolCallId: call.id, name: call.name, text, refused: false }),
      call: { toolCallId: call.id, name: call.name, refusal: null, isError }
    }
  } catch (error) {
    if (!ended) return refuseCall(call, new GovernedError('outcome_unknown', { because: 'cancelled' }, { cause: error }))
    if (isGovernedError(error)) return refuseCall(call, error)
    return refuseCall(call, new GovernedError('outcome_unknown', { because: 'unexpected' }, { cause: error }))
  }
}

async function callTool(port: ToolPort, call: ModelToolCall, context: CallContext): Promise<{ readonly text: string; readonly isError: boolean }> {
  const result = await port.callTool(call.name, call.arguments, context)
  return { text: result.toModelText(), isError: result.isError }
}

/** A refusal as the model sees it: our code and our words, nothing of a server. */
export function refuseCall({ id, name }: ModelToolCall, error: GovernedError): MadeCall {
  return {
    message: Object.freeze({ role: 'tool', toolCallId: id, name, text: JSON.stringify(error), refused: true }),
    call: { toolCallId: id, name, refusal: error.code, isError: false }
  }
}
