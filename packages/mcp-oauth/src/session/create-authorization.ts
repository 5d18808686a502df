import type { HeaderList } from '@b10x/ports'
import { GovernedError } from '@b10x/ports/errors'
import { createAddressPolicy } from '../address/check-address.ts'
import { checkEndpoint } from '../address/check-endpoint.ts'
import { canonicalResource } from '../address/resource-identifier.ts'
import type { AuthorizationAnswer } from '../code/judge-response.ts'
import { parseChallenge } from '../discovery/parse-challenge.ts'
import { createSendRequest } from '../http/send-request.ts'
import type { OAuthAuthorization, OAuthTarget } from '../oauth-flow.ts'
import type { OAuthStateStore } from '../oauth-state.ts'
import { createStateAccess } from '../state/state-access.ts'
import type { StoredTokens } from '../state/stored-state.ts'
import { isExpired, isFresh } from '../tokens/keep-tokens.ts'
import { createFlights } from './flights.ts'
import { laneOf } from './lanes.ts'
import { obtainTokens } from './obtain-tokens.ts'
import type { Obtained, TokenDemand } from './obtain-tokens.ts'
import { readStatus } from './read-status.ts'
import { redeemResponse } from './redeem-response.ts'
import { renewTokens } from './renew-tokens.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { tokensOf } from './session.ts'
import type { FlowSettings, Session } from './session.ts'

/** Credentials for one server. What is secret lives in closures and in the store, and nowhere else. */
export function createAuthorization(settings: FlowSettings, store: OAuthStateStore, target: OAuthTarget): OAuthAuthorization {
  const insecure = target.allowInsecureHosts ?? []
  checkEndpoint(target.endpoint, insecure)
  const key = `${settings.obtaining.kind} ${target.resource ?? canonicalResource(target.endpoint)}`
  const lane = laneOf(store, key)
  const flights = createFlights()
  let held: StoredTokens | null = null
  let answer = readAnswer(target)
  /** The access token that was stored when it was last looked at; null for none. */
  let seen: string | null = null
  /** What was stored when the user was sent off: with anything else, the answer has come. */
  let askedWith: { readonly seen: string | null } | null = null

  const session: Session = {
    settings,
    endpoint: target.endpoint,
    reviewedResource: target.resource ?? null,
    addresses: createAddressPolicy(target.endpoint, insecure),
    send: createSendRequest(target.exchange),
    state: createStateAccess(store, key),
    clock: target.clock ?? { now: () => Date.now() },
    persist: (save) => lane.persist(save),
    userWasAsked: () => askedWith !== null
  }

  async function recall(): Promise<StoredTokens | null> {
    const stored = tokensOf(session, (await session.state.read()).server)
    seen = stored?.accessToken ?? null
    if (stored !== null && stored.accessToken !== askedWith?.seen) askedWith = null
    held = stored
    return stored
  }

  async function redeem(signal?: AbortSignal): Promise<void> {
    const given = answer
    if (given === null) return
    await flights.join('redeem', signal, (flight) =>
      lane.run(async () => {
        await redeemResponse(session, given, flight)
        answer = null
        held = null
      })
    )
  }

  /** Outside the lane: the host may use it to let the user in at once. */
  async function sendUser({ url }: Extract<Obtained, { kind: 'user' }>): Promise<never> {
    askedWith = { seen }
    const { obtaining } = settings
    try {
      if (obtaining.kind === 'authorization_code') await obtaining.onAuthorizationUrl(url)
    } catch (cause) {
      throw new GovernedError('authorization_required', {}, { cause })
    }
    throw new GovernedError('authorization_required', {})
  }

  async function obtain(purpose: string, demand: TokenDemand, signal?: AbortSignal): Promise<StoredTokens | null> {
    // Whatever comes of it, what was held is not to be sent again unless the store says so.
    held = null
    await flights.join(purpose, signal, async (flight) => {
      const obtained = await lane.run(() => obtainTokens(session, demand, flight))
      if (obtained.kind === 'user') await sendUser(obtained)
    })
    return recall()
  }

  async function renewed(tokens: StoredTokens, signal?: AbortSignal): Promise<StoredTokens | null> {
    try {
      await flights.join('renew', signal, (flight) => lane.run(() => renewTokens(session, flight)))
    } catch (error) {
      signal?.throwIfAborted()
      if (isExpired(tokens, session.clock.now())) throw error
      return tokens
    }
    return recall()
  }

  async function current(signal?: AbortSignal): Promise<StoredTokens | null> {
    await redeem(signal)
    const tokens = held ?? (await recall())
    const usable = tokens === null || isFresh(tokens, session.clock.now()) ? tokens : await renewed(tokens, signal)
    return usable === null || isExpired(usable, session.clock.now()) ? null : usable
  }

  return {
    async headers(signal): Promise<Readonly<Record<string, string>>> {
      const tokens = await current(signal)
      return tokens === null ? {} : { authorization: `Bearer ${tokens.accessToken}` }
    },
    async answerChallenge({ status, wwwAuthenticate, sent }, signal) {
      const challenge = await parseChallenge(wwwAuthenticate)
      const refused = bearerOf(sent)
      const stepUp = status === 403
      if (stepUp && (challenge?.error !== 'insufficient_scope' || refused === null)) return false
      const purpose = JSON.stringify([status, refused, challenge?.scopes ?? null])
      const tokens = await obtain(purpose, { challenge, refused, stepUp }, signal)
      return tokens !== null && tokens.accessToken !== refused
    },
    async login(signal) {
      held = null
      if ((await current(signal)) !== null) return
      await obtain('login', { challenge: null, refused: null, stepUp: false }, signal)
    },
    status: async () => readStatus(session, (await session.state.read()).server),
    logout: (signal) =>
      lane.run(async () => {
        const tokens = tokensOf(session, (await session.state.read()).server)
        if (tokens !== null) await revokeTokens(session, tokens, signal)
        await session.state.update(({ server }) => ({ result: undefined, save: { server: { spent: server.spent ?? [] } } }))
        held = null
        askedWith = null
      })
  }
}

function readAnswer({ authorizationResponse, authorizationCode }: OAuthTarget): AuthorizationAnswer | null {
  if (authorizationResponse !== undefined) return { kind: 'response', address: String(authorizationResponse) }
  return authorizationCode === undefined ? null : { kind: 'code', code: authorizationCode }
}

function bearerOf(sent: HeaderList): string | null {
  const value = sent.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  return value?.startsWith('Bearer ') === true ? value.slice('Bearer '.length) : null
}
