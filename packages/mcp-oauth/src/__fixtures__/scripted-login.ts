import { expectCode } from '@b10x/testkit'
import { createAuthorizationCodeFlow } from '../create-authorization-code-flow.ts'
import type { AuthorizationCodeOptions } from '../create-authorization-code-flow.ts'
import type { OAuthAuthorization, OAuthFlow, OAuthTarget } from '../oauth-flow.ts'
import type { OAuthStateStore } from '../oauth-state.ts'
import { createMemoryStateStore } from '../state/memory-state-store.ts'
import type { ScriptedWorld } from './start-scripted-world.ts'

export const REDIRECT = 'http://127.0.0.1:1/callback'

/** A flow in a scripted world, with the addresses that a user was sent to. */
export interface ScriptedLogin {
  readonly flow: OAuthFlow
  readonly store: OAuthStateStore
  readonly urls: readonly URL[]
  readonly target: OAuthTarget
  /** What the authorization server would answer to the last address. */
  answer(code?: string): URL
  /** The whole way: to the user and back. */
  letIn(): Promise<OAuthAuthorization>
}

export function scriptedLogin(
  world: ScriptedWorld,
  options: Partial<AuthorizationCodeOptions> = {},
  targetOptions: Partial<OAuthTarget> = {}
): ScriptedLogin {
  const urls: URL[] = []
  const store = options.store ?? createMemoryStateStore()
  const flow = createAuthorizationCodeFlow({ redirectUrl: REDIRECT, onAuthorizationUrl: (url) => void urls.push(url), ...options, store })
  const target: OAuthTarget = { endpoint: world.endpoint, exchange: world.exchange, ...targetOptions }
  const answer = (code = `code-${urls.length}`): URL => {
    const query = urls.at(-1)?.searchParams
    const url = new URL(query?.get('redirect_uri') ?? REDIRECT)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query?.get('state') ?? '')
    url.searchParams.set('iss', world.authority.origin)
    return url
  }
  return {
    flow,
    store,
    urls,
    target,
    answer,
    async letIn() {
      await expectCode(flow.authorize(target).login(), 'authorization_required')
      const authorization = flow.authorize({ ...target, authorizationResponse: answer() })
      await authorization.login()
      return authorization
    }
  }
}
