import { OAUTH_BOUNDS } from '../bounds.ts'
import type { OAuthStatus } from '../oauth-flow.ts'
import type { StoredServer } from '../state/stored-state.ts'
import { tokensOf } from './session.ts'
import type { Session } from './session.ts'

const NOTHING: OAuthStatus = {
  state: 'none',
  issuer: null,
  clientId: null,
  resource: null,
  scopes: [],
  expiresAt: null,
  refreshable: false
}

/** What is held, without its secrets. Tokens that expired and cannot be renewed are none. */
export function readStatus(session: Session, server: StoredServer): OAuthStatus {
  const now = session.clock.now()
  const tokens = tokensOf(session, server)
  const refreshable = tokens !== null && (tokens.refreshToken !== undefined || session.settings.obtaining.kind === 'client_credentials')
  if (tokens !== null && (refreshable || now < (tokens.expiresAt ?? Infinity))) {
    const { issuer, resource, scopes } = tokens
    const { clientId } = tokens.client
    return { state: 'authorized', issuer, clientId, resource, scopes, expiresAt: tokens.expiresAt ?? null, refreshable }
  }
  const pending = server.pending?.findLast(({ at }) => Math.abs(now - at) < OAUTH_BOUNDS.pendingLifetimeMs)
  if (pending === undefined) return NOTHING
  const { issuer, resource, scopes } = pending
  return { state: 'pending', issuer, clientId: pending.client.clientId, resource, scopes, expiresAt: null, refreshable: false }
}
