import type { CallContext, Principal } from '@b10x/ports'
import type { RequestHead } from '../http/request-head.ts'

/** How one request came in, and what can be sent and seen while it waits. */
export interface Exchange {
  /** The mirrored headers. Null on stdio, where nothing is mirrored. */
  readonly head: RequestHead | null
  readonly principal: Principal | null
  /** Whose call it is, as the host says. */
  readonly context: CallContext
  /** Sends a message before the answer. Null where the client takes nothing but an answer. */
  readonly notify: ((text: string) => void) | null
  /** What the caller lacks for this, as the answer; null where nothing. */
  demand(need: 'call' | 'list'): Answer | null
  /** Counts a call: how to end it, or the answer that refuses it. */
  enter(id: string): (() => void) | Answer
  /** What the client ends by hanging up. Never on stdio. */
  onGone(work: Cancellable): void
  /** A call that a later message may cancel. */
  track(id: string, call: Cancellable): void
  untrack(id: string, call: Cancellable): void
}

export interface Cancellable {
  /** The client wants no answer any more. */
  cancel(): void
}

/** What is sent back: one JSON-RPC message, and the HTTP status and headers it travels under. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}
