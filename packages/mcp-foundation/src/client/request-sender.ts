import { GovernedError, hasCode } from '@b10x/ports/errors'
import type { Bounds } from '@b10x/ports'
import type { EraCodec } from '../eras/era-codec.ts'
import type { JsonValue } from '../json/json-value.ts'
import type { ReceivedError, ReceivedNotification } from '../json-rpc/received-message.ts'
import type { Channel, HeaderList } from '../transport/transport.ts'

/** One request, beside its method and parameters. */
export interface SendOptions {
  readonly signal: AbortSignal
  /** For `tools/call`: mirrored in a header. */
  readonly toolName?: string
  /** Arguments that the tool wants mirrored in headers, too. */
  readonly paramHeaders?: HeaderList
  readonly withProgress?: boolean
  readonly onDispatch?: () => void
  /** A challenge came in answer: the server did nothing. */
  readonly onChallenge?: () => void
  readonly onNotification?: (notification: ReceivedNotification, id: number) => void
}

/** The result of a request; errors of the peer were thrown. */
export interface SentResponse {
  readonly result: JsonValue
  readonly resultText: string
  readonly status: number | null
  readonly sessionId: string | null
}

/** Numbers requests, writes their text and turns errors of the peer into ours. It knows one era at a time. */
export interface RequestSender {
  /** @param members JSON text of the `params` members, without braces */
  send(method: string, members: string, options: SendOptions): Promise<SentResponse>
  notify(method: string, members: string): Promise<void>
  /** From now on the messages are those of this era. */
  speak(codec: EraCodec | null): void
}

/**
 * @throws GovernedError from `send`: `bound_exceeded` for `maxInflight`, `remote_error`, `header_mismatch`,
 *   `session_expired`, and all that a channel rejects with
 */
export function createRequestSender(
  channel: Channel,
  bounds: Bounds,
  onNotification: (notification: ReceivedNotification) => void
): RequestSender {
  let nextId = 1
  let inflight = 0
  let codec: EraCodec | null = null

  async function send(method: string, members: string, options: SendOptions): Promise<SentResponse> {
    if (inflight >= bounds.maxInflight) {
      throw new GovernedError('bound_exceeded', { bound: 'maxInflight', limit: bounds.maxInflight, seen: inflight + 1 })
    }
    const id = nextId++
    const spoken = codec
    const envelope = codec?.envelope(options.withProgress === true ? id : null) ?? ''
    let dispatched = false
    inflight += 1
    try {
      const { message, status, sessionId } = await channel.request({
        id,
        method,
        body: messageText(id, method, members, envelope),
        headers: headersOf(codec, method, options),
        signal: options.signal,
        onDispatch: () => {
          dispatched = true
          options.onDispatch?.()
        },
        onChallenge: () => {
          dispatched = false
          options.onChallenge?.()
        },
        onNotification: (notification) => {
          onNotification(notification)
          options.onNotification?.(notification, id)
        }
      })
      if (message.kind === 'error') throw refusalOf(message, status, codec)
      return { result: message.result, resultText: message.resultText, status, sessionId }
    } catch (error) {
      if (dispatched && options.signal.aborted && spoken === codec) cancel(id)
      if (hasCode(error, 'http_status_unexpected') && error.details.status === 404 && hasSession(codec)) {
        throw new GovernedError('session_expired', {}, { cause: error })
      }
      throw error
    } finally {
      inflight -= 1
    }
  }

  /** stdio always wants a message; over HTTP the modern era reads the dropped stream. `initialize` is never cancelled. */
  function cancel(id: number): void {
    if (codec === null || (channel.endpoint.transport !== 'stdio' && !codec.cancelsByMessage)) return
    // A connection that is closed meanwhile has nothing left to cancel.
    notify('notifications/cancelled', `"requestId":${id}`).catch(() => {})
  }

  async function notify(method: string, members: string): Promise<void> {
    const envelope = codec?.era === 'modern' ? codec.envelope(null) : ''
    await channel.notify(messageText(null, method, members, envelope), codec?.headers(method, null) ?? [])
  }

  return { send, notify, speak: (next) => (codec = next) }
}

function headersOf(codec: EraCodec | null, method: string, { toolName, paramHeaders = NO_HEADERS }: SendOptions): HeaderList {
  const headers = codec === null ? NO_HEADERS : codec.headers(method, toolName ?? null)
  return paramHeaders.length === 0 ? headers : [...headers, ...paramHeaders]
}

const NO_HEADERS: HeaderList = []

function messageText(id: number | null, method: string, members: string, envelope: string): string {
  const params = members === '' || envelope === '' ? members + envelope : `${members},${envelope}`
  const head = id === null ? '{"jsonrpc":"2.0",' : `{"jsonrpc":"2.0","id":${id},`
  return params === '' ? `${head}"method":"${method}"}` : `${head}"method":"${method}","params":{${params}}}`
}

const HEADER_MISMATCH = -32020

/**
 * HTTP statuses under which a JSON-RPC error answers the message itself. Under any other (429, 500, 503) it dresses up
 * what happened to the HTTP request: nothing is known of the message, nor of the era.
 */
const ANSWERING_STATUSES: ReadonlySet<number> = new Set([200, 400, 403, 404, 405, 406, 415, 422])

/** What the peer says goes to `cause`: it is data for the operator. */
function refusalOf(message: ReceivedError, status: number | null, codec: EraCodec | null): GovernedError {
  if (message.code === HEADER_MISMATCH) return new GovernedError('header_mismatch', {}, { cause: message.error })
  if (status === 404 && hasSession(codec)) return new GovernedError('session_expired', {}, { cause: message.error })
  if (status !== null && !ANSWERING_STATUSES.has(status)) {
    return new GovernedError('http_status_unexpected', { status }, { cause: message.error })
  }
  return new GovernedError('remote_error', { rpcCode: message.code }, { cause: message.error })
}

function hasSession(codec: EraCodec | null): boolean {
  return codec?.headers('', null).some(([name]) => name === 'mcp-session-id') ?? false
}
