import type { AuthorizationChallenge } from '@b10x/ports'
import { GovernedError, hasCode, isGovernedError } from '@b10x/ports/errors'
import type { HeaderList } from '../transport/transport.ts'
import type { CredentialSource } from './credential-source.ts'
import type { HttpExchange } from './http-exchange.ts'
import { joinSignals, withinSignals } from './wait-until.ts'

/** How one message is sent. */
export type SendExchange = HttpExchange['exchange']

/**
 * Sends one message, and once more for each status of a challenge to it that is answered: at most three times, and
 * only after the server said that it did nothing (RFC 9110, 11.6.1; MCP 2026-07-28, authorization).
 * @param attempt sends it with fresh headers. It rejects with `credential_rejected` for a challenge
 */
export type Answering = <T>(attempt: (exchange: SendExchange) => Promise<T>) => Promise<T>

/**
 * The challenges of one message.
 * @param signal ends the wait for an answer
 * @param onChallenge called for each challenge, before it is answered
 */
export type BeginAnswering = (signal: AbortSignal, onChallenge?: () => void) => Answering

/** Lines of `WWW-Authenticate` that are handed on, and characters of one. What is beyond is left out as a whole. */
const MAX_LINES = 16
const MAX_LINE_LENGTH = 4096

/** Where nobody answers, `credential_rejected` stands. @param closing ends every wait */
export function createChallengeAnswering(exchange: HttpExchange, { answer }: Pick<CredentialSource, 'answer'>, closing: AbortSignal): BeginAnswering {
  const send: SendExchange = (request, sink) => exchange.exchange(request, sink)
  if (answer === null) return () => (attempt) => attempt(send)

  return (signal, onChallenge) => {
    const answered = new Set<number>()

    return async (attempt) => {
      for (;;) {
        let challenge: AuthorizationChallenge | null = null
        const watched: SendExchange = (request, sink) =>
          send(request, {
            onHead(status, headers) {
              challenge = readChallenge(status, headers, request.headers)
              sink.onHead(status, headers)
            },
            onChunk: (chunk) => sink.onChunk(chunk)
          })
        try {
          return await attempt(watched)
        } catch (error) {
          const met = challenge as AuthorizationChallenge | null
          if (met === null || !hasCode(error, 'credential_rejected')) throw error
          onChallenge?.()
          if (answered.has(met.status)) throw error
          answered.add(met.status)
          if (!(await ask(answer, met, [signal, closing]))) throw error
        }
      }
    }
  }
}

function readChallenge(status: number, headers: HeaderList, sent: HeaderList): AuthorizationChallenge | null {
  if (status !== 401 && status !== 403) return null
  const lines = headers.flatMap(([name, value]) => (name === 'www-authenticate' && value.length <= MAX_LINE_LENGTH ? [value] : []))
  return { status, wwwAuthenticate: lines.slice(0, MAX_LINES), sent }
}

/**
 * @throws what the answer throws, when that is a GovernedError or the reason of a signal; `credential_rejected` with it
 *   as the cause otherwise
 */
async function ask(answer: NonNullable<CredentialSource['answer']>, challenge: AuthorizationChallenge, signals: readonly AbortSignal[]): Promise<boolean> {
  const { signal, release } = joinSignals(signals)
  try {
    signal.throwIfAborted()
    return (await withinSignals(answer(challenge, signal), [signal])) === true
  } catch (error) {
    signal.throwIfAborted()
    if (isGovernedError(error)) throw error
    throw new GovernedError('credential_rejected', { status: challenge.status }, { cause: error })
  } finally {
    release()
  }
}
