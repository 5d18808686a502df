import type { AuthorizationServer } from 'oauth4webapi'
import { GovernedError } from '@b10x/ports/errors'
import type { SendRequest } from '../http/send-request.ts'
import type { StateAccess } from '../state/state-access.ts'
import type { StoredClient } from '../state/stored-state.ts'
import type { OAuthClient } from './oauth-client.ts'
import { registerClient } from './register-client.ts'

/** What a flow knows about its client before it meets an authorization server. */
export interface ClientSettings {
  readonly configured: OAuthClient | null
  /** Address of the client's own metadata document. */
  readonly metadataUrl: string | null
  readonly clientName: string | null
  /** The host named the authorization server itself. */
  readonly issuerReviewed: boolean
}

/**
 * The configured client belongs to the first authorization server that it is used with, or to the reviewed one. Anywhere
 * else its secret is not sent (MCP 2026-07-28, Authorization Server Binding).
 *
 * @throws GovernedError `oauth_metadata_invalid`
 */
export async function bindConfiguredClient(state: StateAccess, client: OAuthClient, issuer: string, reviewed: boolean): Promise<void> {
  if (reviewed) return
  const bound = await state.update(({ bindings }) => {
    const known = Object.hasOwn(bindings, client.clientId) ? bindings[client.clientId] : undefined
    if (known !== undefined) return { result: known }
    return { result: issuer, save: { bindings: { ...bindings, [client.clientId]: issuer } } }
  })
  if (bound !== issuer) throw new GovernedError('oauth_metadata_invalid', { document: 'protected_resource', reason: 'issuer_mismatch' })
}

/**
 * Who asks the user: the configured client, the client that is its own metadata document, the one registered here
 * before, or a new one; in this order (MCP 2026-07-28, Client Registration).
 *
 * @throws GovernedError `client_registration_failed`, `oauth_metadata_invalid`, `oauth_state_invalid`
 */
export async function findClient(
  send: SendRequest,
  state: StateAccess,
  settings: ClientSettings,
  metadata: AuthorizationServer,
  redirect: { readonly url: string; readonly now: number },
  signal?: AbortSignal
): Promise<StoredClient> {
  const { issuer } = metadata
  if (settings.configured !== null) {
    await bindConfiguredClient(state, settings.configured, issuer, settings.issuerReviewed)
    return { clientId: settings.configured.clientId }
  }
  if (settings.metadataUrl !== null && metadata.client_id_metadata_document_supported === true) {
    return { clientId: settings.metadataUrl }
  }
  const { registrations } = await state.read()
  const known = Object.hasOwn(registrations, issuer) ? registrations[issuer] : undefined
  if (known !== undefined && known.redirectUrl === redirect.url && redirect.now < (known.secretExpiresAt ?? Infinity)) return clientOf(known)
  const registered = await registerClient(send, metadata, { redirectUrl: redirect.url, clientName: settings.clientName }, signal)
  await state.update((view) => ({ result: undefined, save: { registrations: { ...view.registrations, [issuer]: registered } } }))
  return clientOf(registered)
}

/** The client that tokens or an attempt belong to; null where another one is configured now. */
export function recallClient(stored: StoredClient, configured: OAuthClient | null): OAuthClient | null {
  if (configured !== null) return configured.clientId === stored.clientId ? configured : null
  return { clientId: stored.clientId, clientSecret: stored.clientSecret ?? null, authMethod: stored.authMethod ?? null, privateKey: null }
}

/** The server does not know this registration any more: the next attempt makes another. */
export function forgetRegistration(state: StateAccess, issuer: string, clientId: string): Promise<undefined> {
  return state.update(({ registrations }) => {
    if (!Object.hasOwn(registrations, issuer) || registrations[issuer]?.clientId !== clientId) return { result: undefined }
    const { [issuer]: _, ...others } = registrations
    return { result: undefined, save: { registrations: others } }
  })
}

function clientOf({ clientId, clientSecret, authMethod }: StoredClient): StoredClient {
  return {
    clientId,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(authMethod === undefined ? {} : { authMethod })
  }
}
