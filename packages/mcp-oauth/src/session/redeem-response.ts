// FLOW: judge, find the server that the attempt was recorded for, spend the code, ask, keep.
import { GovernedError, hasCode } from '@b10x/ports/errors'
import { forgetRegistration, recallClient } from '../client/find-client.ts'
import { judgeResponse } from '../code/judge-response.ts'
import type { AuthorizationAnswer } from '../code/judge-response.ts'
import { spendResponse } from '../code/spend-response.ts'
import { findAuthorizationServer } from '../discovery/find-authorization-server.ts'
import { addStepUp } from '../scopes/check-step-up.ts'
import { keepTokens } from '../tokens/keep-tokens.ts'
import { requestTokens } from '../tokens/request-tokens.ts'
import type { Session } from './session.ts'

/**
 * Turns the answer of an authorization server into tokens, once. What can fail without the code is tried before it is
 * spent.
 */
export async function redeemResponse(session: Session, answer: AuthorizationAnswer, signal: AbortSignal): Promise<void> {
  const { state, send, clock, settings } = session
  const judgement = judgeResponse(answer, (await state.read()).server, clock.now())
  const expected = judgement.kind === 'accepted' ? judgement.pending : null
  const metadata = expected === null ? null : await findAuthorizationServer(send, expected.issuer, session.addresses, signal)
  const { pending, parameters } = await spendResponse(state, answer, clock.now())
  const client = recallClient(pending.client, settings.client.configured)
  if (metadata === null || metadata.issuer !== pending.issuer || client === null) {
    throw new GovernedError('authorization_response_invalid', { reason: 'not_pending' })
  }
  const { resource, scopes, redirectUrl, codeVerifier, issPromised } = pending
  const grant = { kind: 'authorization_code', response: parameters, state: pending.state, issPromised, redirectUrl, codeVerifier } as const
  const response = await requestTokens(send, { metadata, client, resource, grant }).catch(async (error: unknown) => {
    if (hasCode(error, 'token_request_failed') && error.details.error === 'invalid_client') {
      await forgetRegistration(state, pending.issuer, pending.client.clientId)
    }
    throw error
  })
  const now = clock.now()
  const tokens = keepTokens(response, { issuer: pending.issuer, client: pending.client, resource, scopes, refreshToken: undefined, now })
  await session.persist(() =>
    state.update(({ server }) => {
      const { refreshing: _, ...rest } = server
      const stepUps = pending.stepUp ? addStepUp(server.stepUps ?? [], scopes, now) : (server.stepUps ?? [])
      return { result: undefined, save: { server: { ...rest, tokens, stepUps } } }
    })
  )
}
