import { GovernedError, hasCode } from '@b10x/ports/errors'
import type { ReceivedRequest } from '../json-rpc/received-message.ts'
import type { Channel, HeaderList, OpenContext, WireRequest, WireResponse } from '../transport/transport.ts'
import { createChallengeAnswering } from './answer-challenges.ts'
import type { SendExchange } from './answer-challenges.ts'
import { createHeaderCompletion } from './complete-headers.ts'
import type { CredentialSource } from './credential-source.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { HttpEndpoint } from './parse-endpoint.ts'
import { createResponseReader } from './read-response.ts'
import type { ReadLimits } from './read-response.ts'
import { resumeStream } from './resume-stream.ts'
import type { Resumption } from './resume-stream.ts'
import { MAX_ASIDE, createSideSender } from './send-aside.ts'
import { pause } from './wait-until.ts'

const IGNORE_DISPATCH = (): void => {}

/**
 * MCP over Streamable HTTP (2025-03-26 to 2026-07-28). The standalone GET stream is declined.
 * @param exchange ends with the channel
 */
export function openHttpChannel(
  endpoint: HttpEndpoint,
  credentials: CredentialSource,
  exchange: HttpExchange,
  { bounds, answer }: OpenContext
): Channel {
  const url = endpoint.href
  const closing = new AbortController()
  const completeHeaders = createHeaderCompletion(credentials, closing.signal)
  const beginAnswering = createChallengeAnswering(exchange, credentials, closing.signal)
  const aside = createSideSender(exchange, url, completeHeaders)
  let limits: ReadLimits = { maxJsonDepth: bounds.maxJsonDepth, allowBatch: false }
  let strayMessages = 0
  let closed: Promise<void> | null = null

  function request(wire: WireRequest): Promise<WireResponse> {
    return beginAnswering(wire.signal, wire.onChallenge)((send) => requestOnce(wire, send))
  }

  async function requestOnce(wire: WireRequest, send: SendExchange): Promise<WireResponse> {
    const { id, body, signal, onDispatch, onNotification } = wire
    closing.signal.throwIfAborted()
    signal.throwIfAborted()
    const handlers = { id, onNotification, onRequest: (asked: ReceivedRequest) => answerAside(asked, wire.headers), onStray }
    const reader = createResponseReader(handlers, bounds, limits)
    const completing = completeHeaders('POST', wire.headers, signal)
    const headers = completing instanceof Promise ? await completing : completing
    let cut: unknown
    try {
      await send({ method: 'POST', url, headers, body, signal, onDispatch }, reader)
    } catch (error) {
      // What broke a response that bears it. Everything else that goes wrong is thrown.
      if (!reader.bearsBreak() || !hasCode(error, 'endpoint_unreachable')) throw error
      cut = error
    }
    const response = reader.finish()
    if (response !== null) return response
    if (isModern(wire.headers)) throw new GovernedError('stream_ended', {}, { cause: cut })
    return resumeStream(reader, resumptionOf(wire), cut)
  }

  function resumptionOf({ headers, signal }: WireRequest): Resumption {
    // One for all of them: a server that challenges each anew gets no further.
    const answering = beginAnswering(signal)
    return {
      pause: (milliseconds) => pause(milliseconds, [signal, closing.signal]),
      async get(lastEventId, sink) {
        const asked = [...sessionHeaders(headers), ['last-event-id', lastEventId] as const]
        const broken = await answering(async (send) => {
          const completed = await completeHeaders('GET', asked, signal)
          const sent = send({ method: 'GET', url, headers: completed, body: null, signal, onDispatch: IGNORE_DISPATCH }, sink)
          return sent.then(() => null, unlessChallenged)
        }).catch(withoutCredentials)
        if (broken !== null) throw broken.error
      }
    }

    /** What keeps credentials away says nothing about the call, whatever its code would mean of the call itself. */
    function withoutCredentials(cause: unknown): never {
      signal.throwIfAborted()
      closing.signal.throwIfAborted()
      throw new GovernedError('stream_ended', {}, { cause })
    }
  }

  function answerAside(asked: ReceivedRequest, headers: HeaderList): void {
    if (aside.count >= MAX_ASIDE) return
    const body = answer(asked)
    if (body !== null) void aside.send('POST', sessionHeaders(headers), body)
  }

  function onStray(): void {
    strayMessages += 1
  }

  async function end(): Promise<void> {
    closing.abort(new GovernedError('connection_closed', {}))
    await exchange.close()
    await aside.settled()
  }

  return {
    endpoint: { transport: 'streamable-http', url: endpoint.evidence },
    request,
    notify: (body, headers) => aside.send('POST', headers, body),
    acceptBatches() {
      limits = { ...limits, allowBatch: true }
    },
    endSession: (headers) => aside.send('DELETE', headers, null),
    diagnostics: () => ({ bannerLines: 0, strayMessages, stderrBytes: 0, stderrTail: '' }),
    close() {
      closed ??= end()
      return closed
    }
  }
}

/** A challenge is thrown, for its answer; every other failure is what the exchange came to. */
function unlessChallenged(error: unknown): { readonly error: unknown } {
  if (hasCode(error, 'credential_rejected')) throw error
  return { error }
}

/** The modern era mirrors the method in a header; it has no event ids and no resumption. */
function isModern(headers: HeaderList): boolean {
  return headers.some(([name]) => name === 'mcp-method')
}

function sessionHeaders(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => name === 'mcp-session-id' || name === 'mcp-protocol-version')
}
