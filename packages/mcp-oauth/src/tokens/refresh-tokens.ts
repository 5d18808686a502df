// FLOW: claim or wait, ask, keep or drop.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { AuthorizationServer } from 'oauth4webapi'
import { hasCode } from '@b10x/ports/errors'
import type { GovernedError } from '@b10x/ports/errors'
import { OAUTH_BOUNDS } from '../bounds.ts'
import { forgetRegistration } from '../client/find-client.ts'
import type { OAuthClient } from '../client/oauth-client.ts'
import type { SendRequest } from '../http/send-request.ts'
import type { StateAccess } from '../state/state-access.ts'
import type { StoredTokens } from '../state/stored-state.ts'
import { claimRefresh, dropTokens, finishRefresh, withdrawClaim } from './claim-refresh.ts'
import type { Claim } from './claim-refresh.ts'
import { keepTokens } from './keep-tokens.ts'
import { requestTokens } from './request-tokens.ts'

/** Everything that a refresh needs. */
export interface RefreshRequest {
  readonly send: SendRequest
  readonly state: StateAccess
  readonly now: () => number
  readonly tokens: StoredTokens
  readonly refreshToken: string
  readonly client: OAuthClient
  readonly metadata: AuthorizationServer
  /** Saves, and keeps what could not be saved for the next attempt: these tokens cannot be had twice. */
  readonly persist: (save: () => Promise<unknown>) => Promise<void>
}

const POLL_MS = 100

/**
 * One refresh, whoever else holds the same tokens: in this process or in another one over the same store. True: the store
 * has other tokens now, ours or those of whoever was faster. False: they are gone, and the user has to come.
 *
 * @throws GovernedError `token_request_failed`, `token_response_invalid`, `oauth_state_invalid`
 */
export async function refreshTokens(request: RefreshRequest, signal?: AbortSignal): Promise<boolean> {
  const by = randomUUID()
  const claim = await claimOrWait(request, by, signal)
  if (claim === 'replaced') return true
  if (claim === 'lost') return false
  const { tokens, metadata, client, state } = request
  try {
    const grant = { kind: 'refresh_token', refreshToken: request.refreshToken } as const
    const response = await requestTokens(request.send, { metadata, client, resource: tokens.resource, grant })
    const next = keepTokens(response, { ...tokens, refreshToken: request.refreshToken, now: request.now() })
    await request.persist(() => state.update((view) => finishRefresh(view, tokens, next)))
    return true
  } catch (error) {
    if (isRefused(error)) {
      await state.update((view) => dropTokens(view, tokens))
      if (error.details.error !== 'invalid_grant') await forgetRegistration(state, tokens.issuer, tokens.client.clientId)
      return false
    }
    if (!hasCode(error, 'oauth_state_invalid')) await state.update((view) => withdrawClaim(view, by))
    throw error
  }
}

async function claimOrWait(request: RefreshRequest, by: string, signal?: AbortSignal): Promise<Exclude<Claim, 'busy'>> {
  for (let waited = 0; ; waited += POLL_MS) {
    const facts = { tokens: request.tokens, by, now: request.now(), impatient: waited >= OAUTH_BOUNDS.refreshClaimMs }
    const claim = await request.state.update((view) => claimRefresh(view, facts))
    if (claim !== 'busy') return claim
    await wait(POLL_MS, undefined, signal === undefined ? {} : { signal })
  }
}

/** The refresh token is of no use any more, or the client is not known any more (RFC 6749, 5.2). */
function isRefused(error: unknown): error is GovernedError<'token_request_failed'> {
  return hasCode(error, 'token_request_failed') && ['invalid_grant', 'invalid_client', 'unauthorized_client'].includes(error.details.error)
}
