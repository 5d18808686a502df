import { OAUTH_BOUNDS } from '../bounds.ts'
import type { StateChange, StateView } from '../state/state-access.ts'
import type { StoredServer, StoredTokens } from '../state/stored-state.ts'

/** `replaced`: somebody else has newer tokens. `lost`: somebody took them away, or an intent failed twice. */
export type Claim = 'claimed' | 'busy' | 'replaced' | 'lost'

/** Who wants to refresh which tokens, and when. */
export interface ClaimFacts {
  readonly tokens: StoredTokens
  readonly by: string
  readonly now: number
  /** Waited long enough for whoever began: their intent is taken to be abandoned, whatever their clock says. */
  readonly impatient: boolean
}

/**
 * Records the intent to refresh before anything is sent. A process that dies between the response and the save leaves
 * it behind; the next one then tries the old refresh token once more, and if that dies, too, the user is asked anew.
 */
export function claimRefresh({ server }: StateView, facts: ClaimFacts): StateChange<Claim> {
  if (server.tokens === undefined) return { result: 'lost' }
  if (server.tokens.accessToken !== facts.tokens.accessToken) return { result: 'replaced' }
  const { refreshing } = server
  if (refreshing === undefined) {
    return { result: 'claimed', save: { server: { ...server, refreshing: { by: facts.by, at: facts.now, takeovers: 0 } } } }
  }
  const abandoned = facts.impatient || Math.abs(facts.now - refreshing.at) >= OAUTH_BOUNDS.refreshClaimMs
  if (!abandoned) return { result: 'busy' }
  if (refreshing.takeovers > 0) return { result: 'lost', save: { server: withoutTokens(server) } }
  return { result: 'claimed', save: { server: { ...server, refreshing: { by: facts.by, at: facts.now, takeovers: 1 } } } }
}

/** Saves what a refresh brought, unless somebody else was faster: then theirs are kept. */
export function finishRefresh({ server }: StateView, used: StoredTokens, next: StoredTokens): StateChange<undefined> {
  if (server.tokens?.accessToken !== used.accessToken) return { result: undefined }
  return { result: undefined, save: { server: { ...withoutTokens(server), tokens: next } } }
}

/** Removes exactly the tokens that the authorization server refused. */
export function dropTokens({ server }: StateView, refused: StoredTokens): StateChange<undefined> {
  if (server.tokens?.accessToken !== refused.accessToken) return { result: undefined }
  return { result: undefined, save: { server: withoutTokens(server) } }
}

/** The refresh failed and may be tried again. */
export function withdrawClaim({ server }: StateView, by: string): StateChange<undefined> {
  if (server.refreshing?.by !== by) return { result: undefined }
  const { refreshing: _, ...rest } = server
  return { result: undefined, save: { server: rest } }
}

function withoutTokens(server: StoredServer): StoredServer {
  const { tokens: _tokens, refreshing: _refreshing, ...rest } = server
  return rest
}
