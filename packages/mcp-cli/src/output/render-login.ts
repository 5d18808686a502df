import type { OAuthStatus } from '@b10x/mcp-oauth'
import type { AuthAction } from '../arguments/invocation.ts'
import { escapeText } from './escape-text.ts'
import type { Output } from './output.ts'

export interface LoginOutcome {
  readonly action: AuthAction
  /** Whether this command logged in or out. */
  readonly changed: boolean
  readonly status: OAuthStatus
}

export const NO_LOGIN: OAuthStatus = {
  state: 'none',
  issuer: null,
  clientId: null,
  resource: null,
  scopes: [],
  expiresAt: null,
  refreshable: false
}

/** Writes what is kept now, without a secret. Returns the exit status: 1 where `login` or `status` find nobody logged in. */
export function renderLogin({ action, changed, status }: LoginOutcome, output: Output): number {
  const { state, issuer, clientId, resource, scopes, refreshable } = status
  const expiresAt = status.expiresAt === null ? null : new Date(status.expiresAt).toISOString()
  if (output.json) output.document({ action, changed, state, issuer, clientId, resource, scopes, expiresAt, refreshable })
  else output.lines(linesOf({ action, changed, status }, expiresAt, output))
  return action === 'logout' || state === 'authorized' ? 0 : 1
}

function linesOf({ action, changed, status }: LoginOutcome, expiresAt: string | null, { style }: Output): readonly string[] {
  if (action === 'logout') return [changed ? 'logged out' : 'nobody was logged in']
  if (status.state !== 'authorized') return [status.state === 'pending' ? 'not logged in; a login was begun' : 'not logged in']
  const { issuer, clientId, resource, scopes, refreshable } = status
  const renewal = refreshable ? 'renewed without you' : 'not renewed'
  const facts: readonly (readonly [string, string])[] = [
    ['issuer', issuer ?? ''],
    ['client', clientId ?? ''],
    ['resource', resource ?? ''],
    ['scopes', scopes.length === 0 ? 'none named' : scopes.join(' ')],
    ['expires', `${expiresAt ?? 'not said'}, ${renewal}`]
  ]
  const title = action === 'login' && !changed ? 'logged in already' : 'logged in'
  return [style.green(title), ...facts.map(([name, value]) => `  ${name.padEnd(9)}${escapeText(value)}`)]
}
