import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import type { AuthorizationServer } from 'oauth4webapi'
import { GovernedError } from '@b10x/ports/errors'
import { OAUTH_BOUNDS } from '../bounds.ts'
import type { Discovery } from '../discovery/discover.ts'
import { joinScopes, uniteScopes } from '../scopes/scope-set.ts'
import type { StateAccess } from '../state/state-access.ts'
import type { StoredClient, StoredPending } from '../state/stored-state.ts'

/** What the user is to be asked for. */
export interface AuthorizationRequest {
  readonly discovery: Discovery
  readonly client: StoredClient
  readonly redirectUrl: string
  readonly scopes: readonly string[]
  readonly stepUp: boolean
  readonly now: number
}

/**
 * PKCE that is not advertised is taken to be missing (MCP 2026-07-28, Authorization Code Protection).
 * @throws GovernedError `pkce_unsupported`, `oauth_metadata_invalid`
 */
export function requireCodeSupport(metadata: AuthorizationServer): string {
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true) throw new GovernedError('pkce_unsupported', {})
  if (metadata.authorization_endpoint === undefined) {
    throw new GovernedError('oauth_metadata_invalid', { document: 'authorization_server', reason: 'member_missing' })
  }
  return metadata.authorization_endpoint
}

/**
 * Records the attempt (verifier, state, issuer), then says where to send the user: OAuth 2.1, 4.1.1, with PKCE S256 and
 * `resource` (RFC 8707) always.
 *
 * @throws GovernedError `pkce_unsupported`, `oauth_metadata_invalid`, `scope_insufficient`, `oauth_state_invalid`
 */
export async function startAuthorization(state: StateAccess, request: AuthorizationRequest): Promise<URL> {
  const { metadata, resource } = request.discovery
  const endpoint = requireCodeSupport(metadata)
  const scope = joinScopes(request.scopes)
  if (scope === null) throw new GovernedError('scope_insufficient', {})
  const pending: StoredPending = {
    state: generateRandomState(),
    codeVerifier: generateRandomCodeVerifier(),
    issuer: metadata.issuer,
    issPromised: metadata.authorization_response_iss_parameter_supported === true,
    client: request.client,
    redirectUrl: request.redirectUrl,
    resource,
    scopes: request.scopes,
    stepUp: request.stepUp,
    at: request.now
  }
  await state.update(({ server }) => {
    const open = (server.pending ?? []).filter(({ at }) => Math.abs(request.now - at) < OAUTH_BOUNDS.pendingLifetimeMs)
    const kept = [...open, pending].slice(-OAUTH_BOUNDS.maxPending)
    return { result: undefined, save: { server: { ...server, pending: kept, requested: uniteScopes(server.requested ?? [], request.scopes) } } }
  })
  const url = new URL(endpoint)
  const parameters = {
    response_type: 'code',
    client_id: request.client.clientId,
    redirect_uri: request.redirectUrl,
    code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
    state: pending.state,
    resource,
    ...(scope === '' ? {} : { scope }),
    // OpenID Connect Core, 11: without consent the server leaves the scope out.
    ...(request.scopes.includes('offline_access') ? { prompt: 'consent' } : {})
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}
