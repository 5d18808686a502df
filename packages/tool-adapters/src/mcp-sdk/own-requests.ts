import { GovernedError } from '@b10x/ports/errors'
import { isMembers, sendOver } from './sdk-transport.ts'
import type { Members, SdkMessage, SdkTransport } from './sdk-transport.ts'

/** Requests that the wrapper makes beside those of the `Client`, under identifiers that no `Client` uses. */
export interface OwnRequests {
  /**
   * @throws GovernedError `remote_error`, `connection_closed`, the reason of the signal; and what the transport's `send`
   *   rejects with, as it is: the SDK's own authorization flow needs it
   */
  ask(method: string, params: Members, signal: AbortSignal): Promise<unknown>
  /** True when the message answers one of them, which is then over. */
  settle(message: SdkMessage): boolean
  /** Nothing will be answered any more. */
  abandon(): void
}

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: unknown) => void
}

const ID_PREFIX = 'b10x-listing-'

export function createOwnRequests(inner: SdkTransport): OwnRequests {
  const waiting = new Map<string, Waiting>()
  let made = 0
  let closed = false

  async function ask(method: string, params: Members, signal: AbortSignal): Promise<unknown> {
    if (closed) throw new GovernedError('connection_closed', {})
    signal.throwIfAborted()
    const id = `${ID_PREFIX}${(made += 1)}`
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
    const onAbort = (): void => waiting.get(id)?.reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      sendOver(inner, { jsonrpc: '2.0', id, method, params }, { requestSignal: signal }).catch((error: unknown) => waiting.get(id)?.reject(error))
      return await answer
    } catch (error) {
      if (signal.aborted && !closed) void cancel(inner, id)
      throw error
    } finally {
      waiting.delete(id)
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    ask,
    settle(message) {
      const request = typeof message.id === 'string' ? waiting.get(message.id) : undefined
      // An answer that comes too late is ours too: no `Client` asked for it.
      if (request === undefined) return message.method === undefined && typeof message.id === 'string' && message.id.startsWith(ID_PREFIX)
      if (message.method !== undefined) return false
      if (message.error === undefined) request.resolve(message.result)
      else request.reject(remoteError(message.error))
      return true
    },
    abandon() {
      closed = true
      for (const { reject } of waiting.values()) reject(new GovernedError('connection_closed', {}))
    }
  }
}

/** A courtesy (MCP, cancellation): what becomes of it matters to nobody. */
async function cancel(inner: SdkTransport, requestId: string): Promise<void> {
  await sendOver(inner, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }).catch(() => {})
}

/** The server's words about it are for the operator. */
function remoteError(error: unknown): GovernedError<'remote_error'> {
  const code = isMembers(error) ? error['code'] : null
  const rpcCode = typeof code === 'number' && Number.isSafeInteger(code) ? code : null
  return new GovernedError('remote_error', { rpcCode }, { cause: error })
}
