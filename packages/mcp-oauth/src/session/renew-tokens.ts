import { recallClient } from '../client/find-client.ts'
import { findAuthorizationServer } from '../discovery/find-authorization-server.ts'
import { isFresh } from '../tokens/keep-tokens.ts'
import { refreshTokens } from '../tokens/refresh-tokens.ts'
import { requestClientCredentials } from './request-client-credentials.ts'
import { tokensOf } from './session.ts'
import type { Session } from './session.ts'

/**
 * Renews tokens that are about to expire, with the authorization server that issued them and without the user. Where that
 * cannot be, it leaves things as they are: the server will challenge.
 */
export async function renewTokens(session: Session, signal: AbortSignal): Promise<void> {
  const { send, state, clock, persist, settings } = session
  const { server } = await state.read()
  const tokens = tokensOf(session, server)
  if (tokens === null || isFresh(tokens, clock.now())) return
  const client = recallClient(tokens.client, settings.client.configured)
  if (client === null) return
  if (settings.obtaining.kind === 'client_credentials') {
    const metadata = await findAuthorizationServer(send, tokens.issuer, session.addresses, signal)
    const discovery = { metadata, resource: tokens.resource }
    await requestClientCredentials(session, { discovery, scopes: server.requested ?? tokens.scopes, stepUp: false })
  } else if (tokens.refreshToken !== undefined) {
    const { refreshToken } = tokens
    const metadata = await findAuthorizationServer(send, tokens.issuer, session.addresses, signal)
    await refreshTokens({ send, state, now: () => clock.now(), tokens, refreshToken, client, metadata, persist }, signal)
  }
}
