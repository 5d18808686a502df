import type { AuthorizationServer } from 'oauth4webapi'
import { uniteScopes } from './scope-set.ts'

/** Where the scopes of a request come from. */
export interface ScopeSources {
  /** What the host configured. */
  readonly configured: readonly string[] | null
  readonly challenged: readonly string[] | null
  /** `scopes_supported` of the protected resource. */
  readonly supported: readonly string[] | null
  /** What was asked for before: kept, so that nothing is lost (MCP 2026-07-28, Step-Up Authorization Flow). */
  readonly requested: readonly string[]
  /** The server refused a token for lack of scope: what it names is needed whatever the host configured. */
  readonly stepUp: boolean
}

/**
 * MCP 2026-07-28, Scope Selection Strategy: the challenge, else everything that is supported, else nothing. What the host
 * configured comes before both, exactly; only a step-up adds to it.
 */
export function selectScopes(sources: ScopeSources): readonly string[] {
  const discovered = sources.challenged ?? sources.supported ?? []
  if (sources.stepUp) return uniteScopes(sources.requested, sources.configured ?? [], discovered)
  return uniteScopes(sources.requested, sources.configured ?? discovered)
}

/**
 * `offline_access` is asked for where the authorization server lists it and gives refresh tokens, and nowhere else,
 * except that the host's own configuration is taken at its word (MCP 2026-07-28, Refresh Tokens).
 */
export function withOfflineAccess(
  scopes: readonly string[],
  configured: readonly string[] | null,
  metadata: AuthorizationServer
): readonly string[] {
  const offered = metadata.scopes_supported?.includes('offline_access') === true && allowsRefresh(metadata)
  const others = scopes.filter((scope) => scope !== 'offline_access')
  return offered || configured?.includes('offline_access') === true ? [...others, 'offline_access'] : others
}

/** RFC 8414 has a default without refresh tokens; servers that leave the member out give them all the same. */
export function allowsRefresh(metadata: AuthorizationServer): boolean {
  return metadata.grant_types_supported === undefined || metadata.grant_types_supported.includes('refresh_token')
}
