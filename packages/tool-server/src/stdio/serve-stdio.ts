import { isUtf8 } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import type { CallContext } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { createCallLimits } from '../front/call-limits.ts'
import { answerLegacy, answerModern, internalFault } from '../protocol/answer-request.ts'
import { faultAnswer, notificationText } from '../protocol/answers.ts'
import { claimedVersion, unsupportedVersion } from '../protocol/check-request.ts'
import type { Cancellable, Exchange } from '../protocol/exchange.ts'
import { ownMember } from '../protocol/json-members.ts'
import { idText, readMessage } from '../protocol/read-message.ts'
import type { Received, RpcRequest } from '../protocol/read-message.ts'
import { isLegacyRevision } from '../protocol/revisions.ts'
import { RPC, fixedFault, rpcFault } from '../protocol/rpc-fault.ts'
import type { ServerState } from '../protocol/server-state.ts'
import type { Work } from '../open-work.ts'
import { createLineReader } from './line-reader.ts'

const NOT_UTF8 = rpcFault(RPC.parse, 400, new GovernedError('json_invalid', { reason: 'not_utf8', offset: 0 }))
const ID_IN_USE = fixedFault(RPC.invalidRequest, 400, 'The id of this request belongs to one that waits.')
const CLOSING = fixedFault(RPC.internal, 503, 'The server is closing.')

/** How long calls may run on once nobody can ask for more, in milliseconds. */
const AFTER_INPUT_MS = 10_000

/** One client over a pair of streams. */
export interface StdioSession extends Work {
  /** Resolves when the input ended and every answer is written. */
  readonly over: Promise<void>
  /** Reads nothing more. */
  close(): void
}

/**
 * Newline-delimited messages (MCP, transports, stdio). Nothing but protocol is written. The opening exchange pins the
 * era: discovery alone leaves it open, so that a client may ask and then shake hands.
 */
export function openStdioSession(server: ServerState, input: Readable, output: Writable, context: CallContext): StdioSession {
  const limits = createCallLimits(server.bounds, server.now)
  /** By id: what waits for an answer, and how to cancel it where that is possible. */
  const pending = new Map<string, Cancellable | null>()
  const subscriptions = new Set<string>()
  /** Not answered any more, once they end. */
  const cancelled = new Set<string>()
  let era: 'modern' | 'legacy' | null = null
  let stopFeed: (() => void) | null = null
  let isClosed = false
  let isEnding = false
  let isBroken = false
  let lastCall: NodeJS.Timeout | undefined
  let finish!: () => void
  const over = new Promise<void>((resolve) => (finish = resolve))

  const write = (text: string): void => {
    if (isBroken || output.write(`${text}\n`) || input.isPaused()) return
    // A client that does not read is not read either.
    input.pause()
    output.once('drain', () => {
      if (!isClosed) input.resume()
    })
  }

  const settle = (): void => {
    if (!isEnding || pending.size > 0) return
    stopFeed?.()
    clearTimeout(lastCall)
    // The last answer has left before the session is over.
    if (isBroken) finish()
    else output.write('', () => finish())
  }

  const end = (): void => {
    if (isEnding) return
    isEnding = true
    // Nobody is left to read a subscription, and a client that closed its end may still read its answers.
    for (const [id, waiting] of pending) if (waiting !== null && subscriptions.has(id)) waiting.cancel()
    lastCall = setTimeout(() => {
      for (const waiting of pending.values()) waiting?.cancel()
    }, AFTER_INPUT_MS)
    settle()
  }

  const exchange: Exchange = {
    head: null,
    principal: null,
    context,
    notify: write,
    demand: () => null,
    enter(id) {
      const entered = limits.enter(null)
      return typeof entered === 'function' ? entered : faultAnswer(id, rpcFault(RPC.internal, 429, entered.error))
    },
    onGone: () => undefined,
    track: (id, call) => void pending.set(id, call),
    untrack: () => undefined
  }

  const answer = async (request: RpcRequest, speaksModern: boolean): Promise<void> => {
    const { id } = request
    let text: string | null
    try {
      const work = speaksModern ? answerModern(server, request, exchange) : answerLegacy(server, request, exchange, true)
      text = (await work)?.text ?? null
    } catch (error) {
      text = internalFault(server, id, error).text
    }
    // Cancelled in the meantime: nothing more is sent for it (MCP 2026-07-28, cancellation).
    const wanted = pending.delete(id)
    subscriptions.delete(id)
    if (text !== null && wanted && !cancelled.delete(id)) write(text)
    cancelled.delete(id)
    settle()
  }

  const openFeed = (): void => {
    if (!server.feed.offered || stopFeed !== null) return
    const changed = notificationText('notifications/tools/list_changed', null)
    stopFeed = server.feed.listen({ changed: () => write(changed), ended: () => undefined })
  }

  const onRequest = (request: RpcRequest): void => {
    const { id } = request
    if (pending.has(id)) return write(faultAnswer(null, ID_IN_USE).text)
    if (isClosed) return write(faultAnswer(id, CLOSING).text)
    const claim = claimedVersion(request.params)
    const isModern = claim !== undefined && !isLegacyRevision(claim)
    if (era === null && request.method !== 'server/discover') era = isModern ? 'modern' : 'legacy'
    if (era === 'modern' && !isModern && request.method === 'initialize') {
      const asked = ownMember(request.params, 'protocolVersion')
      return write(faultAnswer(id, unsupportedVersion(typeof asked === 'string' ? asked : '')).text)
    }
    pending.set(id, null)
    if (request.method === 'subscriptions/listen') subscriptions.add(id)
    const speaksModern = era === 'modern' || (era === null && request.method === 'server/discover')
    void answer(request, speaksModern)
  }

  const onMessage = (message: Received): void => {
    switch (message.kind) {
      case 'request':
        return onRequest(message)
      case 'fault':
        return write(faultAnswer(message.id, message.fault).text)
      case 'notification': {
        if (message.method === 'notifications/initialized' && era === 'legacy') openFeed()
        if (message.method !== 'notifications/cancelled') return
        const given = ownMember(message.params, 'requestId')
        const id = given === undefined ? null : idText(given)
        const waiting = id === null ? undefined : pending.get(id)
        if (id === null || waiting === undefined || waiting === null) return
        cancelled.add(id)
        waiting.cancel()
        return
      }
      case 'response':
        return
    }
  }

  const reader = createLineReader(server.bounds.maxRequestBytes, {
    line(bytes) {
      if (bytes.length === 0) return
      if (!isUtf8(bytes)) return write(faultAnswer(null, NOT_UTF8).text)
      onMessage(readMessage(bytes.toString(), server.bounds.maxJsonDepth))
    },
    tooLong: () => write(faultAnswer(null, fixedFault(RPC.invalidRequest, 413, `A message has at most ${server.bounds.maxRequestBytes} bytes (maxRequestBytes).`)).text)
  })

  input.on('data', (chunk: Buffer | string) => reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
  input.once('end', end)
  input.once('close', end)
  input.once('error', end)
  const onBroken = (): void => {
    isBroken = true
    for (const waiting of pending.values()) waiting?.cancel()
    end()
    // What was written last may never be flushed.
    settle()
  }
  output.once('error', onBroken)
  output.once('close', onBroken)
  return {
    over,
    abandon: finish,
    before: null,
    after: null,
    close() {
      isClosed = true
      input.pause()
      end()
    }
  }
}
