import type { AuthorizationChallenge, HttpAuthorization } from '@b10x/ports'

/** Credentials `Bearer t1`, `Bearer t2` and so on: each challenge that is answered with true makes the next ones. */
export interface ScriptedAuthorization extends HttpAuthorization {
  /** All challenges, in order. */
  readonly challenges: readonly AuthorizationChallenge[]
}

export type Answer = (challenge: AuthorizationChallenge, signal: AbortSignal) => Promise<boolean>

export function scriptAuthorization(answer: Answer = async () => true): ScriptedAuthorization {
  const challenges: AuthorizationChallenge[] = []
  let tokens = 1
  return {
    challenges,
    headers: () => ({ authorization: `Bearer t${tokens}` }),
    async answerChallenge(challenge, signal) {
      challenges.push(challenge)
      const answered = await answer(challenge, signal)
      if (answered) tokens += 1
      return answered
    }
  }
}
