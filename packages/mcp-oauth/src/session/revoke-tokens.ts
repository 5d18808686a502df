import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import { GovernedError } from '@b10x/ports/errors'
import { authenticateClient } from '../client/authenticate-client.ts'
import { recallClient } from '../client/find-client.ts'
import { findAuthorizationServer } from '../discovery/find-authorization-server.ts'
import { overExchange } from '../http/library-fetch.ts'
import type { StoredTokens } from '../state/stored-state.ts'
import type { Session } from './session.ts'

/**
 * Tells the authorization server that tokens are done with (RFC 7009), where it has an endpoint for that: the refresh
 * token, with which it ends the access token, too, or the access token where there is no other. Best effort: nothing
 * that goes wrong keeps a user from being logged out here.
 */
export async function revokeTokens(session: Session, tokens: StoredTokens, signal?: AbortSignal): Promise<void> {
  try {
    const client = recallClient(tokens.client, session.settings.client.configured)
    const metadata = await findAuthorizationServer(session.send, tokens.issuer, session.addresses, signal)
    if (client === null || metadata.revocation_endpoint === undefined) return
    const failed = (): GovernedError => new GovernedError('token_request_failed', { error: 'other', status: null })
    const over = overExchange(session.send, metadata.revocation_endpoint, failed, signal)
    const proof = await authenticateClient(client, metadata)
    const token = tokens.refreshToken ?? tokens.accessToken
    await processRevocationResponse(await revocationRequest(metadata, { client_id: client.clientId }, proof, token, over))
  } catch {
    signal?.throwIfAborted()
  }
}
