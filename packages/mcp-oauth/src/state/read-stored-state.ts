import { GovernedError } from '@b10x/ports/errors'
import type { OAuthState } from '../oauth-state.ts'
import type { StoredState } from './stored-state.ts'

type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string' && value !== ''
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const boolean: Check = (value) => typeof value === 'boolean'
const optional = (check: Check): Check => (value) => value === undefined || check(value)
const listOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check)
const mapOf = (check: Check): Check => (value) => isRecord(value) && Object.values(value).every(check)
/** Unknown members are kept: a later version may have written them. */
const record = (members: Readonly<Record<string, Check>>): Check => (value) =>
  isRecord(value) && Object.entries(members).every(([name, check]) => check(Object.hasOwn(value, name) ? value[name] : undefined))

const CLIENT_MEMBERS = { clientId: text, clientSecret: optional(text), authMethod: optional(text) }
const CLIENT = record(CLIENT_MEMBERS)
const REGISTRATION = record({ ...CLIENT_MEMBERS, redirectUrl: text, secretExpiresAt: optional(number) })

const TOKENS = record({
  issuer: text,
  client: CLIENT,
  resource: text,
  accessToken: text,
  refreshToken: optional(text),
  scopes: listOf(text),
  obtainedAt: number,
  expiresAt: optional(number)
})

const PENDING = record({
  state: text,
  codeVerifier: text,
  issuer: text,
  issPromised: boolean,
  client: CLIENT,
  redirectUrl: text,
  resource: text,
  scopes: listOf(text),
  stepUp: boolean,
  at: number
})

const SERVER = record({
  tokens: optional(TOKENS),
  requested: optional(listOf(text)),
  pending: optional(listOf(PENDING)),
  spent: optional(listOf(text)),
  refreshing: optional(record({ by: text, at: number, takeovers: number })),
  stepUps: optional(listOf(record({ scopes: listOf(text), at: number })))
})

const STATE = record({
  format: (value) => value === 'b10x.oauth-state.v1',
  revision: (value) => Number.isSafeInteger(value),
  registrations: optional(mapOf(REGISTRATION)),
  bindings: optional(mapOf(text)),
  servers: optional(mapOf(SERVER))
})

/**
 * What a store handed back, checked; null where it holds nothing.
 * @throws GovernedError `oauth_state_invalid`
 */
export function readStoredState(loaded: OAuthState | null | undefined): StoredState | null {
  if (loaded === null || loaded === undefined) return null
  if (!STATE(loaded)) throw new GovernedError('oauth_state_invalid', { reason: 'format' })
  const { registrations = {}, bindings = {}, servers = {} } = loaded as Partial<StoredState>
  return { ...loaded, registrations, bindings, servers }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
