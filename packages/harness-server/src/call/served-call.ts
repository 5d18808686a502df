import { randomUUID } from 'node:crypto'
import type { CallContext, JsonObject } from '@b10x/ports'
import { GovernedError, isGovernedError } from '@b10x/ports/errors'
import { isToolEffect } from '../expose/publish-tool.ts'
import type { ServedTool } from '../expose/served-tool.ts'
import type { Authority } from './authority.ts'

/** One call on its way. */
export interface ServedCall {
  readonly authority: Authority
  readonly tool: ServedTool
  /** A frozen copy: policy, approvals, the resolver of the host and the tool see this one. */
  readonly input: JsonObject
  /** With the run of this call in it, and the signal. */
  readonly context: CallContext & { readonly runId: string; readonly inputDigest: string; readonly toolCallId: string; readonly signal: AbortSignal }
  /** For the rows. */
  policyVersion: string | undefined
  approvalId: string | undefined
  attempted: boolean
}

/**
 * @throws GovernedError `tool_not_published`; `option_invalid` for a caller that hands over no digest of the input
 */
export function openCall(authority: Authority, name: string, input: JsonObject, context: CallContext): ServedCall {
  const tool = authority.tools.get(name)
  if (tool === undefined) throw new GovernedError('tool_not_published', {})
  const { inputDigest, deadlineMs } = context
  if (inputDigest === undefined) throw new GovernedError('option_invalid', { option: 'inputDigest', reason: 'the context has none' })
  const runId = `run_${randomUUID()}`
  const signals = [...(context.signal === undefined ? [] : [context.signal]), ...(deadlineMs === undefined ? [] : [AbortSignal.timeout(deadlineMs)])]
  const [only = new AbortController().signal] = signals
  const signal = signals.length > 1 ? AbortSignal.any(signals) : only
  const known = { ...context, runId, inputDigest, toolCallId: context.toolCallId ?? runId, signal }
  return { authority, tool, input: freezeCopy(input) as JsonObject, context: known, policyVersion: undefined, approvalId: undefined, attempted: false }
}

/**
 * What was published has to be true still.
 * @throws GovernedError `effect_undeclared`
 */
export function checkEffect({ tool }: ServedCall): void {
  const now = tool.effectNow()
  if (!isToolEffect(now) || now !== tool.published.effect) throw new GovernedError('effect_undeclared', { tool: tool.published.name })
}

/** @throws GovernedError `cancelled`, `deadline_exceeded` */
export function checkTime({ context }: ServedCall): void {
  if (context.signal.aborted) throw endOf(context)
}

/** Why the signal of the call fired. */
export function endOf({ signal, deadlineMs }: CallContext): GovernedError {
  const cause: unknown = signal?.reason
  if (isGovernedError(cause)) return cause
  const late = cause instanceof DOMException && cause.name === 'TimeoutError'
  return late ? new GovernedError('deadline_exceeded', { bound: 'callDeadlineMs', limit: deadlineMs ?? 0 }, { cause }) : new GovernedError('cancelled', {}, { cause })
}

/** Numbers that are objects of their own are frozen already. The depth was bounded where the text was read. */
function freezeCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(freezeCopy))
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  // Not an assignment: `__proto__` is a member like any other.
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, freezeCopy(inner)])))
}
