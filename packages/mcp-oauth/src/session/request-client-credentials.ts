import { GovernedError } from '@b10x/ports/errors'
import { bindConfiguredClient } from '../client/find-client.ts'
import type { Discovery } from '../discovery/discover.ts'
import { addStepUp } from '../scopes/check-step-up.ts'
import { joinScopes, uniteScopes } from '../scopes/scope-set.ts'
import { keepTokens } from '../tokens/keep-tokens.ts'
import { requestTokens } from '../tokens/request-tokens.ts'
import type { Session } from './session.ts'

/**
 * Client credentials (OAuth 2.1, 4.2; the MCP extension io.modelcontextprotocol/oauth-client-credentials): a client that
 * was registered beforehand, and no refresh tokens.
 *
 * @throws GovernedError `token_request_failed`, `token_response_invalid`, `oauth_metadata_invalid`, `oauth_state_invalid`
 */
export async function requestClientCredentials(
  session: Session,
  request: { readonly discovery: Pick<Discovery, 'metadata' | 'resource'>; readonly scopes: readonly string[]; readonly stepUp: boolean }
): Promise<void> {
  const client = session.settings.client.configured
  const scope = joinScopes(request.scopes)
  if (client === null || scope === null) throw new GovernedError('scope_insufficient', {})
  const { metadata, resource } = request.discovery
  await bindConfiguredClient(session.state, client, metadata.issuer, session.settings.client.issuerReviewed)
  const grant = { kind: 'client_credentials', scope } as const
  const { refresh_token: _, ...response } = await requestTokens(session.send, { metadata, client, resource, grant })
  const now = session.clock.now()
  const { clientId } = client
  const { issuer } = metadata
  const tokens = keepTokens(response, { issuer, client: { clientId }, resource, scopes: request.scopes, refreshToken: undefined, now })
  await session.persist(() =>
    session.state.update(({ server }) => {
      const requested = uniteScopes(server.requested ?? [], request.scopes)
      const stepUps = request.stepUp ? addStepUp(server.stepUps ?? [], request.scopes, now) : (server.stepUps ?? [])
      return { result: undefined, save: { server: { ...server, tokens, requested, stepUps } } }
    })
  )
}
