import type { GovernedError } from '@b10x/ports/errors'
import type { StateAccess } from '../state/state-access.ts'
import type { StoredPending, StoredServer } from '../state/stored-state.ts'
import { judgeResponse } from './judge-response.ts'
import type { AuthorizationAnswer } from './judge-response.ts'

/** An answer that is ours, and that nobody can use again. */
export interface SpentResponse {
  readonly pending: StoredPending
  readonly parameters: URLSearchParams
}

const MAX_SPENT = 32

/**
 * Records that the code is used, before it is: of two processes with one code, one gets through.
 *
 * @throws GovernedError `authorization_code_spent`, `authorization_response_invalid`, `authorization_refused`,
 * `issuer_missing`, `issuer_mismatch`
 */
export async function spendResponse(state: StateAccess, answer: AuthorizationAnswer, now: number): Promise<SpentResponse> {
  const outcome = await state.update<SpentResponse | GovernedError>(({ server }) => {
    const judgement = judgeResponse(answer, server, now)
    if (judgement.kind === 'accepted') {
      const spent = [...(server.spent ?? []), ...judgement.digests].slice(-MAX_SPENT)
      const { pending, parameters } = judgement
      return { result: { pending, parameters }, save: { server: { ...without(server, pending), spent } } }
    }
    if (judgement.spends === null) return { result: judgement.error }
    return { result: judgement.error, save: { server: without(server, judgement.spends) } }
  })
  if (outcome instanceof Error) throw outcome
  return outcome
}

function without(server: StoredServer, over: StoredPending): StoredServer {
  return { ...server, pending: (server.pending ?? []).filter(({ state }) => state !== over.state) }
}
