import type {
  ReceivedMessage,
  ReceivedNotification,
  ReceivedRequest,
  ReceivedResponse
} from '../json-rpc/received-message.ts'

/** Where the messages of one response go. */
export interface MessageHandlers {
  readonly id: number
  readonly onNotification: (notification: ReceivedNotification) => void
  readonly onRequest: (request: ReceivedRequest) => void
  /** A response to no request of this exchange. */
  readonly onStray: () => void
}

/**
 * Hands out the messages of one document and returns the answer among them, or null.
 * The id must be equal in type and value; an error without an id answers the request whose response holds it.
 */
export function matchAnswer(messages: readonly ReceivedMessage[], handlers: MessageHandlers): ReceivedResponse | null {
  let answer: ReceivedResponse | null = null
  for (const message of messages) {
    if (message.kind === 'notification') handlers.onNotification(message)
    else if (message.kind === 'request') handlers.onRequest(message)
    else if (answer === null && isAnswer(message, handlers.id)) answer = message
    else handlers.onStray()
  }
  return answer
}

export function isAnswer(message: ReceivedResponse, id: number): boolean {
  return message.id === id || (message.kind === 'error' && message.id === null)
}
