import type { CallContext, Principal } from '@b10x/ports'
import type { Answer, Cancellable, Exchange } from '../protocol/exchange.ts'
import type { Refusal } from './admission.ts'
import { ownerKey } from './cancel-earlier.ts'
import { EventStream } from './event-stream.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { HttpServerState } from './http-server-state.ts'
import { acceptedTypes } from './media-types.ts'
import type { Accepted } from './media-types.ts'
import type { RequestHead } from './request-head.ts'
import { respond } from './respond.ts'

const ANYBODY: CallContext = Object.freeze({})

/** What the protocol side sees of one HTTP request. A class, as every request has one. */
export class RequestExchange implements Exchange {
  readonly head: RequestHead
  readonly principal: Principal | null
  readonly context: CallContext
  readonly #state: HttpServerState
  readonly #http: HttpExchange
  readonly #accepted: Accepted
  readonly #tracks: boolean
  #stream: EventStream | null = null

  /** @param tracks later messages may cancel this one: only where hanging up does not */
  constructor(state: HttpServerState, http: HttpExchange, principal: Principal | null, tracks: boolean) {
    this.#state = state
    this.#http = http
    this.#tracks = tracks
    this.#accepted = acceptedTypes(http.head.header('accept'))
    this.head = http.head
    this.principal = principal
    this.context = principal === null ? ANYBODY : contextOf(principal)
  }

  get notify(): ((text: string) => void) | null {
    if (!this.#accepted.events) return null
    const stream = this.#streamed()
    return (text) => stream.notify(text)
  }

  /** The answer ends the response, which is a stream where one was opened or nothing else is accepted. */
  finish(answer: Answer | null): void {
    if (this.#stream?.isOpen === true || !this.#accepted.json) this.#streamed().finish(answer?.text ?? null)
    else if (answer !== null) respond(this.#http, answer)
  }

  #streamed(): EventStream {
    this.#stream ??= new EventStream(this.#http, this.#state.server.bounds.keepAliveMs)
    return this.#stream
  }

  demand(need: 'call' | 'list'): Answer | null {
    const refusal = this.#state.front.demand(this.principal, need)
    return refusal === null ? null : answerOf(refusal)
  }

  enter(): (() => void) | Answer {
    const entered = this.#state.front.enter(this.principal)
    return typeof entered === 'function' ? entered : answerOf(entered)
  }

  onGone(work: Cancellable): void {
    this.#http.onGone(work)
  }

  track(id: string, call: Cancellable): void {
    if (!this.#tracks) return
    const key = ownerKey(this.principal, id)
    const calls = this.#state.cancellable.get(key)
    if (calls === undefined) this.#state.cancellable.set(key, [call])
    else calls.push(call)
  }

  untrack(id: string, call: Cancellable): void {
    if (!this.#tracks) return
    const key = ownerKey(this.principal, id)
    const left = this.#state.cancellable.get(key)?.filter((other) => other !== call) ?? []
    if (left.length === 0) this.#state.cancellable.delete(key)
    else this.#state.cancellable.set(key, left)
  }
}

function answerOf({ status, headers, body }: Refusal): Answer {
  return { status, headers, text: body }
}

function contextOf({ subject, tenantId }: Principal): CallContext {
  return tenantId === undefined ? { actor: subject } : { actor: subject, tenantId }
}
