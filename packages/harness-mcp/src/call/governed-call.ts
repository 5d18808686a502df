import { hash } from 'node:crypto'
import type { ApprovalReservation, AuditRecord, CallContext } from '@b10x/ports'
import type { Authority } from './authority.ts'
import { startCallTime } from './call-time.ts'
import type { CallTime } from './call-time.ts'

type AttemptRow = Extract<AuditRecord, { readonly event: 'call_attempted' }>

/** What the rows of a call say about it; each step adds what it found out. */
export type CallFacts = Writable<Omit<AttemptRow, 'at' | 'event'>>

type Writable<T> = { -readonly [M in keyof T]: T[M] }

/** One call on its way. */
export interface GovernedCall {
  readonly authority: Authority
  readonly context: CallContext
  readonly time: CallTime
  readonly facts: CallFacts
  /** An approval that is held for the call, until it is about to be spent. */
  reservation: ApprovalReservation | null
  /** True from the moment its row says so: it may have been sent. */
  attempted: boolean
}

/** Identifiers as hosts and providers make them. Others come from a model and may say anything: they become a digest. */
const PLAIN_ID = /^[\w.:-]{1,128}$/

export function openCall(authority: Authority, context: CallContext): GovernedCall {
  const facts: CallFacts = { tool: '' }
  const actor = context.actor ?? authority.actor
  const tenantId = context.tenantId ?? authority.tenantId
  const runId = context.runId ?? authority.runId
  const { toolCallId } = context
  if (actor !== undefined) facts.actor = actor
  if (tenantId !== undefined) facts.tenantId = tenantId
  if (runId !== undefined) facts.runId = runId
  if (toolCallId !== undefined) facts.toolCallId = PLAIN_ID.test(toolCallId) ? toolCallId : digestText(toolCallId)
  return { authority, context, time: startCallTime(context), facts, reservation: null, attempted: false }
}

/** `sha256:` and hexadecimal digits. */
export function digestText(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`
}
