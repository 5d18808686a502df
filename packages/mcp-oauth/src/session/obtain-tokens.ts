// FLOW: somebody was faster, discover, let go of another server's tokens, refresh, scopes, the client's credentials or the user.
import { GovernedError } from '@b10x/ports/errors'
import { findClient, recallClient } from '../client/find-client.ts'
import { requireCodeSupport, startAuthorization } from '../code/start-authorization.ts'
import { discover } from '../discovery/discover.ts'
import type { Discovery } from '../discovery/discover.ts'
import type { BearerChallenge } from '../discovery/parse-challenge.ts'
import { checkStepUp } from '../scopes/check-step-up.ts'
import { coversScopes } from '../scopes/scope-set.ts'
import { selectScopes, withOfflineAccess } from '../scopes/select-scopes.ts'
import type { StoredServer, StoredTokens } from '../state/stored-state.ts'
import { dropTokens } from '../tokens/claim-refresh.ts'
import { isExpired } from '../tokens/keep-tokens.ts'
import { refreshTokens } from '../tokens/refresh-tokens.ts'
import { requestClientCredentials } from './request-client-credentials.ts'
import { tokensOf } from './session.ts'
import type { Session } from './session.ts'

/** Why tokens are wanted. */
export interface TokenDemand {
  readonly challenge: BearerChallenge | null
  /** The access token that was refused; null where none was sent. */
  readonly refused: string | null
  /** It was refused for lack of scope. */
  readonly stepUp: boolean
}

/** Tokens are in the store; or the user has to go to an address. */
export type Obtained = { readonly kind: 'tokens' } | { readonly kind: 'user'; readonly url: URL }

const TOKENS: Obtained = { kind: 'tokens' }

/** @throws GovernedError; the README lists the codes */
export async function obtainTokens(session: Session, demand: TokenDemand, signal: AbortSignal): Promise<Obtained> {
  const { server } = await session.state.read()
  const tokens = tokensOf(session, server)
  if (tokens !== null && isAnswered(session, demand, tokens)) return TOKENS
  const discovery = await discoverFor(session, demand, tokens, signal)
  const usable = tokens !== null && tokens.issuer === discovery.metadata.issuer && tokens.resource === discovery.resource
  if (tokens !== null && !usable) await session.state.update((view) => dropTokens(view, tokens))
  if (tokens !== null && usable && mayRefresh(session, demand, server, tokens)) {
    if (await refresh(session, tokens, discovery, signal)) return TOKENS
  }
  const scopes = scopesFor(session, demand, server, discovery)
  if (demand.stepUp) {
    const challenged = demand.challenge?.scopes ?? discovery.scopesSupported ?? []
    checkStepUp({ tokens, challenged, wanted: scopes, now: session.clock.now() }, server.stepUps ?? [])
  }
  if (session.settings.obtaining.kind === 'client_credentials') {
    await requestClientCredentials(session, { discovery, scopes, stepUp: demand.stepUp })
    return TOKENS
  }
  return askUser(session, session.settings.obtaining.redirectUrl, { discovery, scopes, stepUp: demand.stepUp }, signal)
}

/** Another request, session or process has got other tokens in the meantime. */
function isAnswered(session: Session, demand: TokenDemand, tokens: StoredTokens): boolean {
  if (tokens.accessToken === demand.refused || isExpired(tokens, session.clock.now())) return false
  return !demand.stepUp || coversScopes(tokens.scopes, demand.challenge?.scopes ?? [])
}

async function discoverFor(session: Session, demand: TokenDemand, tokens: StoredTokens | null, signal: AbortSignal): Promise<Discovery> {
  const query = {
    endpoint: session.endpoint,
    reviewedResource: session.reviewedResource,
    reviewedIssuer: session.settings.issuer,
    metadataUrl: demand.challenge?.resourceMetadata ?? null,
    knownIssuer: tokens?.issuer ?? null,
    addresses: session.addresses
  }
  return discover(session.send, query, signal)
}

/** A refresh brings no more scopes. Where the host chose them, the server's list does not matter. */
function mayRefresh(session: Session, demand: TokenDemand, server: StoredServer, tokens: StoredTokens): boolean {
  if (tokens.refreshToken === undefined || demand.stepUp) return false
  return session.settings.scopes !== null || coversScopes([...tokens.scopes, ...(server.requested ?? [])], demand.challenge?.scopes ?? [])
}

async function refresh(session: Session, tokens: StoredTokens, discovery: Discovery, signal: AbortSignal): Promise<boolean> {
  const client = recallClient(tokens.client, session.settings.client.configured)
  if (client === null || tokens.refreshToken === undefined) return false
  const { send, state, clock, persist } = session
  const { refreshToken } = tokens
  return refreshTokens({ send, state, now: () => clock.now(), tokens, refreshToken, client, metadata: discovery.metadata, persist }, signal)
}

function scopesFor(session: Session, demand: TokenDemand, server: StoredServer, discovery: Discovery): readonly string[] {
  const configured = session.settings.scopes
  const scopes = selectScopes({
    configured,
    challenged: demand.challenge?.scopes ?? null,
    supported: discovery.scopesSupported,
    requested: server.requested ?? [],
    stepUp: demand.stepUp
  })
  return session.settings.obtaining.kind === 'client_credentials' ? scopes : withOfflineAccess(scopes, configured, discovery.metadata)
}

async function askUser(
  session: Session,
  redirectUrl: string,
  request: { readonly discovery: Discovery; readonly scopes: readonly string[]; readonly stepUp: boolean },
  signal: AbortSignal
): Promise<Obtained> {
  if (session.userWasAsked()) throw new GovernedError('authorization_required', {})
  requireCodeSupport(request.discovery.metadata)
  const now = session.clock.now()
  const { send, state, settings } = session
  const client = await findClient(send, state, settings.client, request.discovery.metadata, { url: redirectUrl, now }, signal)
  return { kind: 'user', url: await startAuthorization(state, { ...request, client, redirectUrl, now }) }
}
