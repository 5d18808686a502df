import type { ReceivedNotification, ReceivedResponse } from '../json-rpc/received-message.ts'
import type { WireRequest, WireResponse } from './transport.ts'

/** Which answer belongs to which request, by the type and the value of the id. Pure: no stream, no process. */
export interface Correlation {
  /** Waits for the answer to a request, or for its signal. Ids must differ from those that wait already. */
  add(request: WireRequest): Promise<WireResponse>
  /**
   * Says that the request is about to be written, and calls its `onDispatch`. False when nobody waits for it any more:
   * then it must not be written. An answer that comes before this is a stray: nothing was asked.
   */
  dispatch(request: WireRequest): boolean
  /** Says that a challenge came in answer, and calls its `onChallenge`: until it is dispatched again, nothing was asked. */
  recall(request: WireRequest): void
  /** Gives an answer to its request. False for a stray: unknown id, second answer, answer after an abort. */
  settle(response: ReceivedResponse): boolean
  /** Gives `notifications/progress` to the request whose id is its token. False when there is none. */
  deliver(notification: ReceivedNotification): boolean
  /** Ends the wait of one request, if it still waits. */
  fail(request: WireRequest, error: unknown): void
  rejectAll(error: unknown): void
}

interface Waiting {
  readonly request: WireRequest
  dispatched: boolean
  readonly resolve: (response: WireResponse) => void
  readonly reject: (error: unknown) => void
}

export function createCorrelation(): Correlation {
  const waiting = new Map<unknown, Waiting>()

  const find = (response: ReceivedResponse): Waiting | undefined => {
    // JSON-RPC 2.0, 5: an error whose id could not be read has the id null. With one request out it can only mean that.
    if (response.kind === 'error' && response.id === null) {
      const dispatched = [...waiting.values()].filter((entry) => entry.dispatched)
      return dispatched.length === 1 ? dispatched[0] : undefined
    }
    return waiting.get(response.id)
  }

  return {
    add(request) {
      return new Promise((resolve, reject) => {
        if (waiting.has(request.id)) throw new TypeError(`request id ${request.id} is in flight`)
        const { signal } = request
        if (signal.aborted) return reject(signal.reason)
        const leave = (): void => {
          waiting.delete(request.id)
          signal.removeEventListener('abort', onAbort)
        }
        const onAbort = (): void => {
          leave()
          reject(signal.reason)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.set(request.id, {
          request,
          dispatched: false,
          resolve: (response) => {
            leave()
            resolve(response)
          },
          reject: (error) => {
            leave()
            reject(error)
          }
        })
      })
    },
    dispatch(request) {
      const entry = waiting.get(request.id)
      if (entry?.request !== request) return false
      entry.dispatched = true
      request.onDispatch()
      return true
    },
    recall(request) {
      const entry = waiting.get(request.id)
      if (entry?.request !== request) return
      entry.dispatched = false
      request.onChallenge?.()
    },
    settle(response) {
      const entry = find(response)
      if (entry === undefined || !entry.dispatched) return false
      entry.resolve({ message: response, status: null, sessionId: null })
      return true
    },
    deliver(notification) {
      if (notification.method !== 'notifications/progress') return false
      const entry = waiting.get(notification.params['progressToken'])
      if (entry === undefined) return false
      entry.request.onNotification(notification)
      return true
    },
    fail(request, error) {
      const entry = waiting.get(request.id)
      if (entry?.request === request) entry.reject(error)
    },
    rejectAll(error) {
      for (const entry of waiting.values()) entry.reject(error)
    }
  }
}
