import type { HttpAuthorization } from '@b10x/ports'
import type { ConnectionLog } from './connection-log.ts'
import type { SentSecrets } from './sent-secrets.ts'

/** The same credentials; what is sent is remembered as a secret, and an answered challenge as an event. */
export function watchAuthorization(inner: HttpAuthorization, secrets: SentSecrets, log: ConnectionLog): HttpAuthorization {
  return {
    async headers(signal) {
      const headers = await inner.headers(signal)
      secrets.addHeaders(headers)
      return headers
    },
    async answerChallenge(challenge, signal) {
      const isAnswered = await inner.answerChallenge(challenge, signal)
      if (isAnswered) log.add({ kind: 'reauthorized', status: challenge.status })
      return isAnswered
    }
  }
}
